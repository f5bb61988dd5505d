"""Bot delays: how they are computed, stored with a table and applied."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.conftest import new_table
from tests.web.in_process import running_site
from tests.web.sinks import eventually
from tests.web.table_setup import bot_chairs, execute, human_chairs

from roundhouse.core.constants import CHANCE
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.table.bot_delay import (
    AT_ONCE,
    BOT_DELAYS,
    BRISK,
    HUMAN,
    MAX_SECONDS,
    MIN_SECONDS,
    NO_PAUSE,
    USUAL,
    DelayContext,
    compute_noise,
    find_bot_delay,
    stored_bot_delay,
)
from roundhouse.table.chairs import BOT
from roundhouse.table.errors import Refusal
from roundhouse.table.replays import fork, replay_of_table
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.services import Services
from roundhouse.web.tables.jobs import Job, bot_job

# Computing delays


def test_luck_is_deterministic_and_evenly_distributed() -> None:
    values = [compute_noise("a table", ply) for ply in range(400)]
    assert values == [compute_noise("a table", ply) for ply in range(400)]
    assert values != [compute_noise("another", ply) for ply in range(400)]
    assert 0.0 <= min(values) < 0.05
    assert 0.95 < max(values) < 1.0
    assert sum(values) / 400 == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    ("choices", "doubt", "noise", "seconds"),
    [
        (1, 0.0, 0.0, 0.3),
        (1, 1.0, 0.0, 0.3),  # a single choice leaves no doubt
        (1, 0.0, 1.0, 0.84),
        (2, 0.0, 0.0, 0.543),
        (2, 1.0, 0.0, 1.488),
        (32, 0.0, 0.0, 1.515),
        (32, 1.0, 0.5, 2.73),
        (32, 1.0, 1.0, 3.0),
        (5000, 7.0, 1.0, 3.0),
    ],
)
def test_human_delay_grows_with_difficulty(
    choices: int, doubt: float, noise: float, seconds: float
) -> None:
    context = DelayContext(choices, noise=noise)
    assert HUMAN.seconds(context, doubt) == pytest.approx(seconds)
    further = HUMAN.seconds(replace(context, continues_turn=True), doubt)
    assert further == pytest.approx(MIN_SECONDS + 0.4 * (seconds - MIN_SECONDS))


def test_every_delay_is_within_its_range() -> None:
    for doubt in (0.0, 1.0):
        for choices in (1, 50):
            low, high = (BRISK.seconds(DelayContext(choices, noise=x), doubt) for x in (0.0, 1.0))
            assert (low, high) == pytest.approx((0.8, 1.2))
            assert AT_ONCE.seconds(DelayContext(choices), doubt) == MIN_SECONDS
            assert NO_PAUSE.seconds(DelayContext(choices), doubt) == 0.0
    delays = [
        bot_delay.seconds(DelayContext(choices, continues_turn, secret, noise), doubt)
        for bot_delay in BOT_DELAYS.values()
        for choices in (1, 2, 9, 1000)
        for continues_turn in (False, True)
        for secret in (False, True)
        for noise in (0.0, 0.999)
        for doubt in (0.0, 1.0)
    ]
    assert min(delays) >= MIN_SECONDS
    assert max(delays) <= MAX_SECONDS


def test_delay_hides_doubt_in_games_with_secrets() -> None:
    context = DelayContext(9, secret=True)
    assert len({HUMAN.seconds(context, doubt) for doubt in (0.0, 0.4, 1.0)}) == 1


def test_bot_delay_names() -> None:
    assert (
        find_bot_delay("")
        is USUAL
        is stored_bot_delay(None)
        is stored_bot_delay("from a later release")
    )
    for key, bot_delay in BOT_DELAYS.items():
        assert find_bot_delay(key) is stored_bot_delay(key) is bot_delay
    assert stored_bot_delay("none") is NO_PAUSE
    for wrong in ("none", "soon"):
        with pytest.raises(Refusal, match="at-once, briskly, person"):
            find_bot_delay(wrong)


# Waiting


class FakeTime:
    """A clock that advances only during a sleep."""

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def timer(self, always: float | None = None) -> DelayTimer:
        return DelayTimer(always, self.sleep, lambda: self.now)


@pytest.mark.parametrize(
    ("always", "thinking_seconds", "slept"),
    [(None, 0.1, 0.2), (None, 0.3, 0.0), (None, 5.0, 0.0), (0.0, 0.1, 0.0), (2.0, 0.5, 1.5)],
)
def test_thinking_time_counts_towards_the_delay(
    always: float | None, thinking_seconds: float, slept: float
) -> None:
    time = FakeTime()
    job = Job("t", 0, 0, 0, "hard", "northern", 1, {}, "", bot_delay=AT_ONCE)
    asyncio.run(time.timer(always).wait(job, 0.0, time.now - thinking_seconds))
    assert time.slept == [pytest.approx(slept)]


# Stored with the table


def bot_delay_at(services: Services, table: str) -> str:
    with services.tables.at(table) as result:
        return result.bot_delay.key


def finished_match() -> Match:
    match = Match(registry.load("northern", speed="interpreted"), 3)
    while not match.over:
        match.submit(match.state.turn, match.game.text(match.state.legal()[0]), match.ply)
    return match


def test_rematches_and_continued_games_keep_the_bot_delay(db_services: Services) -> None:
    create, chairs = db_services.tables.create, human_chairs("ann", "bob", "cat")
    entries = finished_match().entries
    table = create(TableRequest("ann", "northern", chairs, moves=entries, bot_delay=HUMAN))
    plain = create(TableRequest("ann", "northern", chairs))
    db_services.tables.open.evict_idle(
        -1
    )  # a second server process reads the table from the database
    assert (bot_delay_at(db_services, table), bot_delay_at(db_services, plain)) == (
        "person",
        USUAL.key,
    )
    ann = User("ann", "Ann", False)
    with db_services.tables.at(table) as result:
        forked = fork(
            db_services.tables,
            replay_of_table(result, result.views, ann.id, None),
            ann,
            0,
            0,
            "random",
        )
    execute(db_services, table, "ann", "rematch")
    assert bot_delay_at(db_services, forked) == "person"
    assert bot_delay_at(db_services, db_services.rematches[table]) == "person"


def test_delay_depends_only_on_public_information() -> None:
    """States that look the same to a spectator yield the same number of choices."""
    game = registry.load("union", speed="interpreted")
    match = Match(game, 3)
    rng, differing, checked = random.Random(4), 0, 0
    match.advance(rng)
    for _ in range(120):
        state = match.state
        if state.over:
            break
        if state.turn != CHANCE:
            other = state.redeal(None, rng)
            counts = [len(s.redeal(None, random.Random(7)).legal()) for s in (state, other)]
            assert counts[0] == counts[1]
            differing += len(state.legal()) != len(other.legal())
            checked += 1
        match.submit(state.turn, game.text(rng.choice(state.legal())), match.ply)
        match.advance(rng)
    assert checked > 50
    assert differing  # there was hidden information


def test_job_has_the_bot_delay_and_the_decision(services: Services) -> None:
    table = services.tables.create(TableRequest("ann", "northern", bot_chairs(4), bot_delay=HUMAN))
    with services.tables.at(table) as result:
        job = bot_job(services.tables, result)
        choices = len(result.match.state.legal())
    assert job is not None
    assert job.bot_delay is HUMAN
    assert job.decision == DelayContext(choices, False, False, compute_noise(table, 0))


# Applying delays


class RecordingTimer(DelayTimer):
    """A timer that records delays instead of waiting; its clock stands still."""

    def __init__(self) -> None:
        super().__init__(None, self._sleep, lambda: 0.0)
        self.requests: list[tuple[Job, float, float]] = []
        self._slept = 0.0

    async def _sleep(self, seconds: float) -> None:
        self._slept = seconds

    async def wait(self, job: Job, doubt: float, started: float) -> None:
        await super().wait(job, doubt, started)
        self.requests.append((job, doubt, self._slept))

    def at(self, table: str) -> list[tuple[Job, float, float]]:
        return [entry for entry in self.requests if entry[0].table == table]


@pytest.mark.slow
def test_bots_use_the_delay_of_their_table(tmp_path: Path) -> None:
    """Real workers of a real server; tables are created in every way."""
    with running_site(tmp_path, bot_pause=None) as site:
        site.services.bot_turns._delays = timer = RecordingTimer()
        ann = site.add_user("Ann")
        html = ann.get("/new?game=northern").text
        for text in ("Human-like: after 0.3 to 3 s", 'value="bot:hard-spoiler"', "Spoiler</dt>"):
            assert text in html
        form = {f"seat{n}": "bot:easy" for n in range(3)}
        page = ann.post("/new", game="northern", seats=3, tempo="person", **form)
        tables = {"person": str(page.url).rpartition("/")[2]}
        ann.web.headers["authorization"] = f"Bearer {ann.web.cookies['roundhouse']}"
        tables["at-once"] = new_table(ann.web, *["bot:random"] * 3, tempo="at-once")["id"]
        tables["briskly"] = new_table(ann.web, *["bot:random"] * 3)["id"]
        request = TableRequest(ann.id, "northern", bot_chairs(3), bot_delay=NO_PAUSE)
        tables["none"] = site.services.tables.create(request)
        wrong = {"game": "northern", "seats": ["me"] * 3, "tempo": "soon"}
        assert ann.web.post("/api/tables", json=wrong).status_code == 400
        assert ann.web.get(f"/api/tables/{tables['person']}").json()["tempo"] == "person"
        assert re.search(r'<option\s+value="person"\s+selected\s*>', page.text)
        quick = str(ann.post("/play", game="northern").url).rpartition("/")[2]
        with site.services.tables.at(quick) as result:
            assert result.bot_delay is USUAL
            levels = [chair.level for chair in result.chairs if chair.kind == BOT]
            assert len(set(levels)) == len(levels) == 3  # all different
        eventually(lambda: all(len(timer.at(table)) >= 12 for table in tables.values()), 120)
    for key, table in tables.items():
        bot_delay = stored_bot_delay(key)
        for job, doubt, seconds in timer.at(table):
            assert job.bot_delay is bot_delay
            assert seconds == bot_delay.seconds(job.decision, doubt)
    delays = [seconds for _, _, seconds in timer.at(tables["person"])]
    assert MIN_SECONDS < min(delays) < max(delays) <= MAX_SECONDS
    assert len(set(delays)) > 6
    assert any(doubt > 0.2 for _, doubt, _ in timer.at(tables["person"]))
