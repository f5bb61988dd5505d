"""How soon bots answer: the arithmetic, and that every table keeps to what was chosen for it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.conftest import new_table
from tests.web.inside import inside
from tests.web.laying import bots, do, people
from tests.web.sinks import eventually

from roundhouse.core.contract import CHANCE
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.errors import Refusal
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.tables.chairs import BOT
from roundhouse.web.tables.jobs import Job, bot_job
from roundhouse.web.tables.replays import fork, replay_of_table
from roundhouse.web.tempo import (
    AT_ONCE,
    BRISK,
    LONGEST,
    NO_PAUSE,
    PERSON,
    SHORTEST,
    TEMPOS,
    USUAL,
    Decision,
    luck,
    tempo_kept,
    tempo_named,
)
from roundhouse.web.thinking.pauses import Pauses

# The arithmetic


def test_luck_is_the_same_for_the_same_ply_and_spread_over_all_of_them() -> None:
    drawn = [luck("a table", ply) for ply in range(400)]
    assert drawn == [luck("a table", ply) for ply in range(400)]
    assert drawn != [luck("another", ply) for ply in range(400)]
    assert 0.0 <= min(drawn) < 0.05
    assert 0.95 < max(drawn) < 1.0
    assert sum(drawn) / 400 == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    ("choices", "doubt", "drawn", "seconds"),
    [
        (1, 0.0, 0.0, 0.3),
        (1, 1.0, 0.0, 0.3),  # nothing to be in doubt about
        (1, 0.0, 1.0, 0.84),
        (2, 0.0, 0.0, 0.543),
        (2, 1.0, 0.0, 1.488),
        (32, 0.0, 0.0, 1.515),
        (32, 1.0, 0.5, 2.73),
        (32, 1.0, 1.0, 3.0),
        (5000, 7.0, 1.0, 3.0),
    ],
)
def test_like_a_person_is_longer_where_it_is_hard(
    choices: int, doubt: float, drawn: float, seconds: float
) -> None:
    asked = Decision(choices, luck=drawn)
    assert PERSON.seconds(asked, doubt) == pytest.approx(seconds)
    further = PERSON.seconds(replace(asked, goes_on=True), doubt)
    assert further == pytest.approx(SHORTEST + 0.4 * (seconds - SHORTEST))


def test_the_others_are_as_they_say() -> None:
    for doubt in (0.0, 1.0):
        for choices in (1, 50):
            low, high = (BRISK.seconds(Decision(choices, luck=x), doubt) for x in (0.0, 1.0))
            assert (low, high) == pytest.approx((0.8, 1.2))
            assert AT_ONCE.seconds(Decision(choices), doubt) == SHORTEST
            assert NO_PAUSE.seconds(Decision(choices), doubt) == 0.0
    every = [
        tempo.seconds(Decision(choices, goes_on, secret, drawn), doubt)
        for tempo in TEMPOS.values()
        for choices in (1, 2, 9, 1000)
        for goes_on in (False, True)
        for secret in (False, True)
        for drawn in (0.0, 0.999)
        for doubt in (0.0, 1.0)
    ]
    assert min(every) >= SHORTEST
    assert max(every) <= LONGEST


def test_what_a_bot_with_secrets_is_in_doubt_about_does_not_show() -> None:
    asked = Decision(9, secret=True)
    assert len({PERSON.seconds(asked, doubt) for doubt in (0.0, 0.4, 1.0)}) == 1


def test_names() -> None:
    assert tempo_named("") is USUAL is tempo_kept(None) is tempo_kept("of a release to come")
    for key, tempo in TEMPOS.items():
        assert tempo_named(key) is tempo_kept(key) is tempo
    assert tempo_kept("none") is NO_PAUSE
    for wrong in ("none", "soon"):
        with pytest.raises(Refusal, match="at-once, briskly, person"):
            tempo_named(wrong)


# Waiting


class Time:
    """A clock that goes on only when somebody sleeps, or is told to."""

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def pauses(self, always: float | None = None) -> Pauses:
        return Pauses(always, self.sleep, lambda: self.now)


@pytest.mark.parametrize(
    ("always", "thought", "slept"),
    [(None, 0.1, 0.2), (None, 0.3, 0.0), (None, 5.0, 0.0), (0.0, 0.1, 0.0), (2.0, 0.5, 1.5)],
)
def test_thinking_is_counted_in(always: float | None, thought: float, slept: float) -> None:
    time = Time()
    job = Job("t", 0, 0, 0, "hard", "northern", 1, {}, "", tempo=AT_ONCE)
    asyncio.run(time.pauses(always).keep(job, 0.0, time.now - thought))
    assert time.slept == [pytest.approx(slept)]


# Kept with the table


def tempo_at(services: Services, table: str) -> str:
    with services.tables.at(table) as found:
        return found.tempo.key


def finished() -> Match:
    match = Match(registry.load("northern", speed="interpreted"), 3)
    while not match.over:
        match.submit(match.state.turn, match.game.text(match.state.legal()[0]), match.ply)
    return match


def test_a_table_keeps_its_tempo_for_a_rematch_and_when_played_on(either: Services) -> None:
    lay, seated = either.tables.create, people("ann", "bob", "cat")
    table = lay("ann", "northern", {}, seated, begun=finished().entries, tempo=PERSON)
    plain = lay("ann", "northern", {}, seated)
    either.tables.open.put_away(-1)  # as after a restart
    assert (tempo_at(either, table), tempo_at(either, plain)) == ("person", USUAL.key)
    ann = Person("ann", "Ann", False)
    with either.tables.at(table) as found:
        again = fork(either.tables, replay_of_table(found, ann.id, None), ann, 0, 0, "random")
    do(either, table, "ann", "rematch")
    assert tempo_at(either, again) == "person"
    assert tempo_at(either, either.rematches[table]) == "person"


def test_what_is_to_be_decided_is_told_by_what_everybody_sees() -> None:
    """Two truths that look the same to a spectator have the same number of choices for them, though
    the seat's own are not the same."""
    game = registry.load("union", speed="interpreted")
    match = Match(game, 3)
    rng, own, seen = random.Random(4), 0, 0
    match.advance(rng)
    for _ in range(120):
        state = match.state
        if state.over:
            break
        if state.turn != CHANCE:
            other = state.redeal(None, rng)
            drawn = [len(s.redeal(None, random.Random(7)).legal()) for s in (state, other)]
            assert drawn[0] == drawn[1]
            own += len(state.legal()) != len(other.legal())
            seen += 1
        match.submit(state.turn, game.text(rng.choice(state.legal())), match.ply)
        match.advance(rng)
    assert seen > 50
    assert own  # or there was nothing to hide


def test_a_worker_is_asked_with_the_tempo_and_the_decision(services: Services) -> None:
    table = services.tables.create("ann", "northern", {}, bots(4), tempo=PERSON)
    with services.tables.at(table) as found:
        job = bot_job(services.tables, found)
        choices = len(found.match.state.legal())
    assert job is not None
    assert job.tempo is PERSON
    assert job.decision == Decision(choices, False, False, luck(table, 0))


# Really kept


class Noting(Pauses):
    """Notes what is asked of it, at a time that stands still; nobody waits."""

    def __init__(self) -> None:
        super().__init__(None, self._sleep, lambda: 0.0)
        self.noted: list[tuple[Job, float, float]] = []
        self._slept = 0.0

    async def _sleep(self, seconds: float) -> None:
        self._slept = seconds

    async def keep(self, job: Job, doubt: float, begun: float) -> None:
        await super().keep(job, doubt, begun)
        self.noted.append((job, doubt, self._slept))

    def at(self, table: str) -> list[tuple[Job, float, float]]:
        return [noted for noted in self.noted if noted[0].table == table]


@pytest.mark.slow
def test_bots_at_a_table_take_the_time_that_was_chosen(tmp_path: Path) -> None:
    """Real workers, asked by a real server: at each table the pause is what the arithmetic says,
    however the table was laid."""
    with inside(tmp_path, bot_pause=None) as house:
        house.services.bot_turns._pauses = kept = Noting()
        ann = house.person("Ann")
        offered = ann.get("/new?game=northern").text
        for shown in (
            "Like a person: after 0.3 to 3 s",
            'value="bot:hard-spoiler"',
            "Spoiler</dt>",
        ):
            assert shown in offered
        form = {f"seat{n}": "bot:easy" for n in range(3)}
        page = ann.post("/new", game="northern", seats=3, tempo="person", **form)
        laid = {"person": str(page.url).rpartition("/")[2]}
        ann.web.headers["authorization"] = f"Bearer {ann.web.cookies['roundhouse']}"
        laid["at-once"] = new_table(ann.web, *["bot:random"] * 3, tempo="at-once")["id"]
        laid["briskly"] = new_table(ann.web, *["bot:random"] * 3)["id"]
        lay = house.services.tables.create
        laid["none"] = lay(ann.id, "northern", {}, bots(3), tempo=NO_PAUSE)
        wrong = {"game": "northern", "seats": ["me"] * 3, "tempo": "soon"}
        assert ann.web.post("/api/tables", json=wrong).status_code == 400
        assert ann.web.get(f"/api/tables/{laid['person']}").json()["tempo"] == "person"
        assert "Bots answer like a person: after 0.3 to 3 s" in page.text  # and so it says itself
        now = str(ann.post("/play", game="northern").url).rpartition("/")[2]
        with house.services.tables.at(now) as found:
            assert found.tempo is USUAL
            levels = [chair.level for chair in found.chairs if chair.kind == BOT]
            assert len(set(levels)) == len(levels) == 3  # no two of them alike
        eventually(lambda: all(len(kept.at(table)) >= 12 for table in laid.values()), 120)
    for key, table in laid.items():
        tempo = tempo_kept(key)
        for job, doubt, asked in kept.at(table):
            assert job.tempo is tempo
            assert asked == tempo.seconds(job.decision, doubt)
    asked_for = [asked for _, _, asked in kept.at(laid["person"])]
    assert SHORTEST < min(asked_for) < max(asked_for) <= LONGEST
    assert len(set(asked_for)) > 6
    assert any(doubt > 0.2 for _, doubt, _ in kept.at(laid["person"]))
