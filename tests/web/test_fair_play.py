"""Fair play: no help in a game among people, nobody's moves taken back without them, fair turns at
the workers, and no sign by which a forced move could be told where seats have secrets."""

from __future__ import annotations

import asyncio
import random
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import PATIENCE, Caller, Server, new_table, wait_for_turn
from tests.web.processes import guest, serving

from roundhouse.core.contract import CHANCE
from roundhouse.play import registry
from roundhouse.play.match import FORCED, MOVE, Entry, Match
from roundhouse.web.deeds.deed import Act, Outcome
from roundhouse.web.deeds.deeds import DEEDS
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.pages.table import context
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.tables.chairs import BOT, PERSON, Chair
from roundhouse.web.tables.jobs import Job, bot_job
from roundhouse.web.tables.replays import replay_of_table
from roundhouse.web.thinking.bot_turns import BotTurns
from roundhouse.web.thinking.fair_queue import AWAITED, LONG, SPARE_TIME, UNWATCHED, FairQueue
from roundhouse.web.thinking.pace import UNKNOWN, Pace
from roundhouse.web.thinking.pool import Answer
from roundhouse.web.thinking.worker import Worker

SECRET = [box.id for box in registry.games() if box.secrets]
LINE = ["invest small fargo", "invest small minot", "invest small casper", "lay fargo", "lay minot"]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def people(*names: str) -> list[Chair]:
    return [Chair(n, PERSON, name, name) for n, name in enumerate(names)]


def do(services: Services, table: str, person: str, deed: str, **given: Any) -> Outcome:
    with services.tables.at(table) as found:
        act = Act(services, found, Person(person, person, False))
        return DEEDS[deed].perform(act, DEEDS[deed].arguments(**given))


def begun(plies: int = len(LINE)) -> list[Entry]:
    return [Entry(MOVE, n, n % 3, words) for n, words in enumerate(LINE[:plies])]


def lay(services: Services, *names: str, plies: int = len(LINE)) -> str:
    return services.tables.create(names[0], "northern", {}, people(*names), begun=begun(plies))


def ply(services: Services, table: str) -> int:
    with services.tables.at(table) as found:
        return found.match.ply


# No help in a game among people (10)


def test_nobody_forks_a_running_game_among_people(services: Services) -> None:
    table = lay(services, "ann", "bob", "cem")
    for person in ("ann", "eve"):
        with pytest.raises(Clash, match="People are playing this game"):
            do(services, table, person, "fork", ply=2, seat=0)
    with services.tables.at(table) as found:
        assert not replay_of_table(found, "eve", None).may_fork
    alone = lay(services, "dora", "dora", "dora")
    assert do(services, alone, "dora", "fork", ply=2, seat=0).table


def test_a_game_in_which_a_bot_keeps_a_seat_is_still_among_people(services: Services) -> None:
    chairs = [*people("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create("ann", "northern", {}, chairs, begun=begun(3))
    do(services, table, "bob", "hand-over", seat=1, level="random")
    with pytest.raises(Clash, match="People are playing"):
        do(services, table, "ann", "fork", ply=2, seat=0)
    with pytest.raises(Clash, match="all others are bots"):
        do(services, table, "ann", "hint", ply=3)
    do(services, table, "bob", "take-back", seat=1)
    do(services, table, "bob", "resign", seat=1, level="random")  # he has given it up for good
    assert do(services, table, "ann", "hint", ply=3).job
    assert do(services, table, "ann", "fork", ply=2, seat=0).table


@pytest.mark.parametrize("more", [False, True], ids=["as it stands", "with a move tried out"])
def test_the_same_position_elsewhere_is_no_way_round(services: Services, more: bool) -> None:
    """A running game is laid out again at a table of one's own, to ask for a hint there."""
    lay(services, "ann", "bob", "cem")
    match = Match(services.games.game("northern", {}), 3)
    for n, words in enumerate(LINE):
        match.submit(n % 3, words, n)
    if more:
        turn = match.state.turn
        match.submit(turn, match.game.text(match.state.legal()[0]), match.ply)
    for person, refused in (("ann", True), ("eve", False)):
        chairs = [Chair(n, PERSON, f"{person} {n}", person) for n in range(3)]
        copy = services.tables.create(person, "northern", {}, chairs, begun=match.entries)
        for deed, given in (("hint", {"ply": match.ply}), ("fork", {"ply": match.ply, "seat": 0})):
            if refused:
                with pytest.raises(Clash, match="that you are playing with other people"):
                    do(services, copy, person, deed, **given)
            else:
                do(services, copy, person, deed, **given)


def test_an_opening_that_many_games_have_is_nobodys(services: Services) -> None:
    lay(services, "ann", "bob", "cem", plies=2)
    chairs = [Chair(n, PERSON, f"ann {n}", "ann") for n in range(3)]
    mine = services.tables.create("ann", "northern", {}, chairs, begun=begun(2))
    assert do(services, mine, "ann", "hint", ply=2).job


@pytest.mark.slow
def test_the_record_of_a_running_game_is_no_way_round(caller: Caller) -> None:
    """On a real server: downloaded, uploaded again, and played on from."""
    ann, bob, eve = caller("Ann"), caller("Bob"), caller("Eve")
    table = new_table(ann, "me", "open", "open")
    where = f"/api/tables/{table['id']}"
    for seat in (1, 2):
        bob.post(f"{where}/join", json={"invite": table["seats"][seat]["invite"]})
    for n in range(6):
        client = ann if n % 3 == 0 else bob
        asked = {"seat": n % 3} if client is bob else {}
        now = client.get(f"{where}/choices", params=asked).json()
        move = {"ply": n, "move": now["choices"][0]["move"]}
        assert client.post(f"{where}/moves", json=move).status_code == 200
    for client in (ann, bob, eve):
        refused = client.post(f"{where}/fork", json={"ply": 5, "seat": 0})
        assert refused.status_code == 409
        assert "People are playing" in refused.json()["detail"]
    text = ann.get(f"{where}/record").text
    record = ann.post("/api/records", json={"text": text}).json()["id"]
    for at in (4, 5, 6):
        refused = ann.post(f"/api/records/{record}/fork", json={"ply": at, "seat": 0})
        assert (refused.status_code, "other people" in refused.text) == (409, True)
    assert ann.post(f"/api/records/{record}/fork", json={"ply": 0, "seat": 0}).status_code == 201
    assert ann.post(f"{where}/hint", json={"ply": 6}).status_code in (403, 409)


# Nobody's moves are taken back without them (10)


def test_a_move_is_not_taken_back_without_its_owner_present_or_not(services: Services) -> None:
    chairs = [*people("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create("ann", "northern", {}, chairs, begun=begun(3))
    do(services, table, "bob", "hand-over", seat=1, level="random")
    do(services, table, "ann", "ask", ply=0)  # alone at the table: yet it only is a wish
    assert ply(services, table) == 3
    do(services, table, "ann", "agree")
    assert ply(services, table) == 3
    with services.tables.at(table) as found:
        assert not context(services, found, "ann", None, None)["alone"]
    with pytest.raises(NotYours):
        do(services, table, "eve", "agree")
    do(services, table, "bob", "agree")  # he need not sit down again for it
    assert ply(services, table) == 0


def test_an_owner_who_is_away_may_refuse(services: Services) -> None:
    table = lay(services, "ann", "bob", "cem", plies=3)
    do(services, table, "bob", "hand-over", seat=1, level="random")
    do(services, table, "ann", "ask", ply=1)
    do(services, table, "cem", "agree")
    assert ply(services, table) == 3
    do(services, table, "bob", "refuse")
    with services.tables.at(table) as found:
        assert found.proposal is None


def test_who_is_away_and_has_not_moved_since_is_not_waited_for(services: Services) -> None:
    table = lay(services, "ann", "bob", "cem", plies=4)  # ann has moved last
    do(services, table, "bob", "hand-over", seat=1, level="random")
    do(services, table, "ann", "ask", ply=3)
    do(services, table, "cem", "agree")
    assert ply(services, table) == 3


def test_alone_among_bots_one_goes_back_by_oneself(services: Services) -> None:
    chairs = [*people("ann"), *(Chair(n, BOT, "Bot", level="random") for n in (1, 2))]
    table = services.tables.create("ann", "northern", {}, chairs, begun=begun(3))
    do(services, table, "ann", "ask", ply=0)
    assert ply(services, table) == 0


# Fair turns at the workers (12)


def _served(size: int, asked: list[tuple[str, int]], seconds: float = 1.0) -> list[str]:
    """The order in which they are served who ask at once, when each keeps a worker so long."""

    async def all_of_them() -> list[str]:
        queue: FairQueue[int] = FairQueue(range(size))
        order: list[str] = []

        async def one(who: str, urgency: int) -> None:
            thing = await queue.take(who, urgency)
            order.append(who)
            await asyncio.sleep(0)
            queue.give(thing, who, seconds)

        await asyncio.gather(*(one(*each) for each in asked))
        return order

    return asyncio.run(all_of_them())


def test_twenty_who_are_one_get_no_more_than_one() -> None:
    order = _served(1, [*[("guest", AWAITED)] * 20, ("ann", AWAITED), ("bob", AWAITED)])
    assert set(order[:3]) == {"guest", "ann", "bob"}
    assert order[3:] == ["guest"] * 19


def test_one_worker_is_always_left_for_the_others() -> None:
    async def ask() -> None:
        queue: FairQueue[int] = FairQueue(range(2))
        await queue.take("guest")
        second = asyncio.ensure_future(queue.take("guest"))
        await asyncio.sleep(0)
        assert not second.done()
        thing = await asyncio.wait_for(queue.take("ann"), PATIENCE)
        queue.give(thing, "ann", 1.0)
        await asyncio.sleep(0)
        assert not second.done()
        second.cancel()

    asyncio.run(ask())


def test_people_who_wait_come_first_and_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [("a", UNWATCHED), ("b", SPARE_TIME), ("c", UNWATCHED), ("d", AWAITED), ("e", AWAITED)]
    assert _served(1, asked) == ["a", "d", "e", "c", "b"]  # `a` found it free
    monkeypatch.setattr("roundhouse.web.thinking.fair_queue.LONG", -1.0)  # all have waited so long
    assert _served(1, asked) == ["a", "b", "c", "d", "e"]
    assert LONG > 0


def test_time_in_which_one_did_not_ask_is_not_saved_up() -> None:
    async def ask() -> list[str]:
        queue: FairQueue[int] = FairQueue([0])
        for _ in range(5):
            queue.give(await queue.take("busy"), "busy", 10.0)
        held = await queue.take("busy")
        order: list[str] = []

        async def one(who: str) -> None:
            thing = await queue.take(who)
            order.append(who)
            queue.give(thing, who, 1.0)

        tasks = [asyncio.ensure_future(one(who)) for who in ["new"] * 3 + ["busy"]]
        await asyncio.sleep(0)
        queue.give(held, "busy", 0.5)
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(ask()) == ["new", "busy", "new", "new"]


def test_who_gives_up_waiting_takes_nothing_along() -> None:
    async def ask() -> None:
        queue: FairQueue[int] = FairQueue([7])
        held = await queue.take("ann")
        waiting = asyncio.ensure_future(queue.take("bob"))
        await asyncio.sleep(0)
        queue.give(held, "ann", 1.0)
        waiting.cancel()  # it was his already
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.wait_for(queue.take("cem"), PATIENCE) == 7

    asyncio.run(ask())


def test_what_comes_back_is_not_given_to_who_is_about_to_go() -> None:
    """As when a server closes: all are told to go, and one gives back before another has gone."""

    async def ask() -> None:
        queue: FairQueue[int] = FairQueue([7])
        held = await queue.take("ann")
        waiting = asyncio.ensure_future(queue.take("bob"))
        await asyncio.sleep(0)
        waiting.cancel()
        queue.give(held, "ann", 1.0)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.wait_for(queue.take("cem"), PATIENCE) == 7

    asyncio.run(ask())


@pytest.mark.slow
def test_a_guest_with_twenty_tables_of_experts_does_not_slow_others(tmp_path: Path) -> None:
    """Counted in moves, not in seconds: how often the guest's bots move while Ann's bots think."""
    with (
        serving(tmp_path, limits=False, workers=1) as server,
        guest(server.url, "Hog") as hog,
        guest(server.url, "Ann") as ann,
    ):
        mine = new_table(ann, "me", "bot:medium", "bot:medium")["id"]
        now = wait_for_turn(ann, mine, 120)
        theirs = [new_table(hog, *["bot:expert"] * 3)["id"] for _ in range(20)]
        end = time.monotonic() + 120
        while _plies(hog, theirs) < 2:  # they are at it
            assert time.monotonic() < end
            time.sleep(0.1)
        before = _plies(hog, theirs)
        move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
        ann.post(f"/api/tables/{mine}/moves", json=move).raise_for_status()
        again = wait_for_turn(ann, mine, 240)
        bots = again["ply"] - now["ply"] - 1
        assert bots >= 1
        # One by one it would be twenty for each of hers.
        assert _plies(hog, theirs) - before <= 3 * bots + 3


def _plies(client: httpx.Client, tables: list[str]) -> int:
    return sum(client.get(f"/api/tables/{table}").json()["ply"] for table in tables)


# Forced moves where seats have secrets (13)


def _forced_position(game: str) -> Match:
    """A match in which the seat to act has but one move."""
    loaded = registry.load(game, speed="interpreted")
    for seed in range(50):
        match, rng = Match(loaded, loaded.meta.seats[0]), random.Random(seed)
        while not match.over:
            actions = match.state.legal()
            if match.state.turn != CHANCE and len(actions) == 1:
                return match
            weights = match.state.weights() if match.state.turn == CHANCE else None
            words = loaded.text(rng.choices(actions, weights)[0])
            match._play(Entry(MOVE, match.ply, match.state.turn, words))
    raise AssertionError("nobody is ever forced")


@pytest.mark.parametrize("game", SECRET)
@pytest.mark.parametrize("kind", [PERSON, BOT])
def test_a_forced_move_is_left_to_its_seat(services: Services, game: str, kind: str) -> None:
    match = _forced_position(game)
    seats, turn = match.state.seats, match.state.turn
    chairs = [
        Chair(n, kind if n == turn else PERSON, f"P{n}", f"p{n}", "random" if kind == BOT else "")
        for n in range(seats)
    ]
    table = services.tables.create("p0", game, {}, chairs, begun=match.entries)
    with services.tables.at(table) as found:
        assert (found.match.ply, found.turn) == (match.ply, turn)
        words = found.game.text(found.match.state.legal()[0])
        if kind == PERSON:
            shown = context(services, found, f"p{turn}", None, None)
            assert [o.moves for group in shown["offers"].groups for o in group.offers] == [[words]]
            do(services, table, f"p{turn}", "move", ply=match.ply, move=words)
            # What is kept of it is what is kept of any other move.
            made = found.match.line[match.ply].entry
            assert made == Entry(MOVE, match.ply, turn, words)
        else:
            job = bot_job(services.tables, found)
            assert job is not None
            assert job.only == words
        assert all(entry.kind != FORCED for entry in found.match.entries)


def test_without_secrets_forced_moves_are_played_at_once(services: Services) -> None:
    match = _forced_position("texas")
    chairs = [Chair(n, PERSON, f"P{n}", f"p{n}") for n in range(match.state.seats)]
    table = services.tables.create("p0", "texas", {}, chairs, begun=match.entries)
    with services.tables.at(table) as found:
        assert found.match.line[match.ply].entry.kind == FORCED


class _Pool:
    """Workers who think for as long as they are told, and note whether they were asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.asked = seconds, 0

    async def move(self, job: Job) -> Answer:
        self.asked += 1
        await asyncio.sleep(self.seconds)
        return Answer("chosen")


def test_a_bot_without_a_choice_thinks_as_long_as_with_one(services: Services) -> None:
    turns, pool = services.bot_turns, _Pool(0.2)
    turns._pool = pool  # type: ignore[assignment]
    job = Job("t", 0, 0, 0, "hard", "union", 1, {}, "")
    forced = Job("t", 0, 0, 0, "hard", "union", 1, {}, "", only="keep")

    async def timed(turns: BotTurns, what: Job) -> tuple[str, float]:
        since = time.monotonic()
        answer = await turns._think(what, since)
        return answer.words, time.monotonic() - since

    async def both() -> list[tuple[str, float]]:
        return [await timed(turns, what) for what in (job, forced)]

    (chosen, long), (only, as_long) = asyncio.run(both())
    assert (chosen, only, pool.asked) == ("chosen", "keep", 1)
    assert as_long >= 0.19
    assert as_long < long + PATIENCE  # it is not waited for ever, on however busy a machine


def test_the_pace_is_that_of_the_same_level_in_the_same_game() -> None:
    pace = Pace()
    assert UNKNOWN[0] <= pace.draw("union", "hard") <= UNKNOWN[1]
    for seconds in (2.0, 3.0):
        pace.note("union", "hard", seconds)
    pace.note("union", "easy", 0.5)
    assert {pace.draw("union", "hard") for _ in range(60)} == {2.0, 3.0}
    assert pace.draw("union", "easy") == 0.5


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET)
def test_bots_play_a_whole_game_with_forced_moves_in_it(
    server: Server, caller: Caller, game: str, tmp_path: Path
) -> None:
    client = caller()
    seats = registry.meta(game).seats[0]
    table = new_table(client, *["bot:random"] * seats, game=game)["id"]
    end = time.monotonic() + 240
    while (found := client.get(f"/api/tables/{table}").json())["phase"] != "over":
        assert time.monotonic() < end, found
        time.sleep(0.2)
    assert found["ranks"]


# What a search keeps belongs to one seat of one match (24)


def test_no_two_seats_share_a_bot() -> None:
    game = registry.load("northern", speed="interpreted")
    worker = Worker(lambda said: None)
    asked = {
        "game": "northern",
        "rules": game.rules,
        "options": dict(game.options),
        "board": "",
        "compiled": False,
        "table": "t",
        "seat": 0,
        "level": "easy",
        "state": b64encode(game.start(3).pack()).decode(),
    }
    bot = worker.bot(asked)
    assert worker.bot(dict(asked)) is bot
    for other in ({"seat": 1}, {"table": "u"}, {"level": "medium"}):
        assert worker.bot({**asked, **other}) is not bot
