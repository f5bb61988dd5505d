"""Fair play: limits on hints, forks, undo and bot searches.

No help in games between humans, no undo without consent, fair sharing of the workers, and no timing
that reveals a forced move in games with hidden information.
"""

from __future__ import annotations

import asyncio
import random
import time
from base64 import b64encode
from contextvars import copy_context
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import (
    TIMEOUT_S,
    ClientFactory,
    Server,
    new_table,
    on_both_databases,
    wait_for_turn,
)
from tests.web.processes import guest_client, running_process

from roundhouse.core.board import BoardFile
from roundhouse.core.constants import CHANCE
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.match import FORCED, MOVE, Entry, Match
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.table_context import ViewRequest
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.bots.bot_turns import BotTurns
from roundhouse.web.bots.budgets import UNKNOWN, ThinkingTimes
from roundhouse.web.bots.fair_queue import AWAITED, MAX_WAIT, UNWATCHED, FairQueue
from roundhouse.web.bots.pool import BotMove
from roundhouse.web.bots.worker import Worker
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.services import Services
from roundhouse.web.tables.commands import COMMANDS, ServerContext, start_analysis
from roundhouse.web.tables.fair_play import OPENING_PLIES, check_not_in_progress
from roundhouse.web.tables.jobs import Job, bot_job
from roundhouse.web.tables.table_page import table_context

SECRET_GAMES = [box.id for box in registry.games() if box.secrets]
OPENING = [
    "invest small fargo",
    "invest small minot",
    "invest small casper",
    "lay fargo",
    "lay minot",
]


def humans(*names: str) -> list[Chair]:
    return [Chair(n, HUMAN, name, name) for n, name in enumerate(names)]


def execute(services: Services, table: str, user: str, command: str, **arguments: Any) -> Any:
    with services.tables.at(table) as result:
        context = ServerContext(services, result, User(user, user, False))
        return COMMANDS[command].execute(context, COMMANDS[command].arguments(**arguments))


def opening_entries(plies: int = len(OPENING)) -> list[Entry]:
    return [Entry(MOVE, n, n % 3, words) for n, words in enumerate(OPENING[:plies])]


def create_table(services: Services, *names: str, plies: int = len(OPENING)) -> str:
    return services.tables.create(
        TableRequest(names[0], "northern", humans(*names), moves=opening_entries(plies))
    )


def ply(services: Services, table: str) -> int:
    with services.tables.at(table) as result:
        return result.match.ply


# Games between humans: no hints and no forks


@on_both_databases
def test_running_game_between_humans_cannot_be_forked(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    for user in ("ann", "eve"):
        with pytest.raises(Clash, match="still in progress"):
            execute(services, table, user, "fork", ply=2, seat=0)
    with services.tables.at(table) as result:
        assert not replay_of_table(result, result.views, "eve", None).may_fork
    alone = create_table(services, "dora", "dora", "dora")
    assert execute(services, alone, "dora", "fork", ply=2, seat=0).table


def test_seat_handed_to_a_bot_still_counts_as_human(services: Services) -> None:
    chairs = [*humans("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create(
        TableRequest("ann", "northern", chairs, moves=opening_entries(3))
    )
    execute(services, table, "bob", "hand-over", seat=1)
    with pytest.raises(Clash, match="still in progress"):
        execute(services, table, "ann", "fork", ply=2, seat=0)
    with pytest.raises(Clash, match="all your opponents are bots"):
        execute(services, table, "ann", "hint", ply=3)
    execute(services, table, "bob", "take-back", seat=1)
    execute(services, table, "bob", "resign", seat=1, level="random")  # for good
    assert execute(services, table, "ann", "hint", ply=3).job
    assert execute(services, table, "ann", "fork", ply=2, seat=0).table


@on_both_databases
@pytest.mark.parametrize("more", [False, True], ids=["same position", "one move later"])
def test_copy_of_a_running_game_gets_no_hints(services: Services, more: bool) -> None:
    """A player copies a running game to another table and asks for a hint there."""
    create_table(services, "ann", "bob", "cem")
    match = Match(services.games.game("northern", {}), 3)
    for n, words in enumerate(OPENING):
        match.submit(n % 3, words, n)
    if more:
        turn = match.state.turn
        match.submit(turn, match.game.text(match.state.legal()[0]), match.ply)
    for user, refused in (("ann", True), ("eve", False)):
        chairs = [Chair(n, HUMAN, f"{user} {n}", user) for n in range(3)]
        copy = services.tables.create(TableRequest(user, "northern", chairs, moves=match.entries))
        for command, value in (
            ("hint", {"ply": match.ply}),
            ("fork", {"ply": match.ply, "seat": 0}),
        ):
            if refused:
                with pytest.raises(Clash, match="you are playing with other players"):
                    execute(services, copy, user, command, **value)
            else:
                execute(services, copy, user, command, **value)


def copied_match(services: Services, title: str, **options: str) -> Match:
    """Return the opening's moves on a board with another title and city names."""
    text = registry.text("northern", "board.toml")
    board = BoardFile.parse(text.replace('"Fargo"', f'"{title}"'), "copy")
    assert board.digest != registry.load("northern").board_file.digest
    game = registry.open_game("northern", board, options, INTERPRETED, None)
    match = Match(game, 3)
    for n, words in enumerate(OPENING):
        match.submit(n % 3, words, n)
    return match


@on_both_databases
@pytest.mark.parametrize("options", [{}, {"variant": "single"}], ids=["title", "option"])
def test_copy_on_another_board_file_is_the_same_game(
    services: Services, options: dict[str, str]
) -> None:
    create_table(services, "ann", "bob", "cem")
    match = copied_match(services, "Fargo Junction", **options)
    for user, is_refused in (("ann", True), ("eve", False)):
        check = partial(check_not_in_progress, services.tables, services.storage.lists, user)
        for ply in range(OPENING_PLIES, match.ply + 1):
            if is_refused:
                with pytest.raises(Clash, match="you are playing with other players"):
                    check(match, ply)
            else:
                check(match, ply)


@on_both_databases
def test_tables_that_changed_later_do_not_hide_a_running_game(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.tables.fair_play.MAX_TABLES_CHECKED", 3)
    create_table(services, "ann", "bob", "cem")
    for _ in range(4):
        services.tables.create(TableRequest("ann", "texas", humans("ann", "bob", "cem")))
    match = copied_match(services, "Fargo Junction")
    with pytest.raises(Clash, match="you are playing with other players"):
        check_not_in_progress(services.tables, services.storage.lists, "ann", match, match.ply)


def test_finished_copy_of_a_running_game_is_not_analyzed(services: Services) -> None:
    """The review of a copy that was played to its end would show the best moves."""
    create_table(services, "ann", "bob", "cem")
    match = copied_match(services, "Fargo Junction")
    rng = random.Random(1)
    while not match.over:
        match.submit(match.state.turn, match.game.text(rng.choice(match.state.legal())), match.ply)
    names = ("A", "B", "C")
    replay = Replay("copy", False, MatchViews(match), names, None, [], "", live=False)
    with pytest.raises(Clash, match="you are playing with other players"):
        start_analysis(services, replay, "ann", ())
    start_analysis(services, replay, "eve", ())


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_copy_with_guessed_hidden_cards_is_the_same_game(services: Services, game: str) -> None:
    """A player of a game with hidden hands fills in cards that they cannot know."""
    match, rng = Match(services.games.game(game, {}), 3), random.Random(4)
    match.advance(rng)
    for _ in range(9):
        words = match.game.text(rng.choice(match.state.legal()))
        match.submit(match.state.turn, words, match.ply)
        match.advance(rng)
    services.tables.create(
        TableRequest("ann", game, humans("ann", "bob", "cem"), moves=match.entries)
    )
    guess = copy(match)
    guess.state = match.state.redeal(0, rng)
    guess.line = [replace(played, action=0) for played in match.line]  # with guessed words
    assert guess.state.pack() != match.state.pack()
    with pytest.raises(Clash, match="you are playing with other players"):
        check_not_in_progress(services.tables, services.storage.lists, "ann", guess, guess.ply)


def test_common_opening_is_not_protected(services: Services) -> None:
    create_table(services, "ann", "bob", "cem", plies=2)
    chairs = [Chair(n, HUMAN, f"ann {n}", "ann") for n in range(3)]
    mine = services.tables.create(TableRequest("ann", "northern", chairs, moves=opening_entries(2)))
    assert execute(services, mine, "ann", "hint", ply=2).job


@pytest.mark.slow
def test_record_of_a_running_game_cannot_be_forked(new_client: ClientFactory) -> None:
    """Check on a server that a downloaded record cannot be uploaded and forked."""
    ann, bob, eve = new_client("Ann"), new_client("Bob"), new_client("Eve")
    table = new_table(ann, "me", "open", "open")
    where = f"/api/tables/{table['id']}"
    for seat in (1, 2):
        bob.post(f"{where}/join", json={"invite": table["seats"][seat]["invite"]})
    for n in range(6):
        client = ann if n % 3 == 0 else bob
        request = {"seat": n % 3} if client is bob else {}
        now = client.get(f"{where}/choices", params=request).json()
        move = {"ply": n, "move": now["choices"][0]["move"]}
        assert client.post(f"{where}/moves", json=move).status_code == 200
    for client in (ann, bob, eve):
        refused = client.post(f"{where}/fork", json={"ply": 5, "seat": 0})
        assert refused.status_code == 409
        assert "still in progress" in refused.json()["detail"]
    text = ann.get(f"{where}/record").text
    record = ann.post("/api/records", json={"text": text}).json()["id"]
    for at in (4, 5, 6):
        refused = ann.post(f"/api/records/{record}/fork", json={"ply": at, "seat": 0})
        assert (refused.status_code, "with other players" in refused.text) == (409, True)
    assert ann.post(f"/api/records/{record}/fork", json={"ply": 0, "seat": 0}).status_code == 201
    assert ann.post(f"{where}/hint", json={"ply": 6}).status_code in (403, 409)


def test_player_picks_no_bot_in_a_game_with_others(services: Services) -> None:
    """A strong bot could play the hard moves and hand the seat back."""
    table = create_table(services, "ann", "bob", "cem", plies=3)
    with services.tables.at(table) as result:
        standin = result.clock.level
    other = next(bot.name for bot in services.tables.bots.all_bots() if bot.name != standin)
    with pytest.raises(Clash, match="stand-in"):
        execute(services, table, "bob", "hand-over", seat=1, level=other)
    execute(services, table, "bob", "hand-over", seat=1)
    with services.tables.at(table) as result:
        assert result.chairs[1].level == standin
    alone = create_table(services, "dora", "dora", "dora")
    execute(services, alone, "dora", "hand-over", seat=1, level=other)
    with services.tables.at(alone) as result:
        assert result.chairs[1].level == other


# Undo requires the consent of the players whose moves are undone


def test_undo_waits_for_the_consent_of_an_absent_player(services: Services) -> None:
    chairs = [*humans("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create(
        TableRequest("ann", "northern", chairs, moves=opening_entries(3))
    )
    execute(services, table, "bob", "hand-over", seat=1)
    execute(services, table, "ann", "ask", ply=0)  # only a request, although Ann sits alone
    assert ply(services, table) == 3
    execute(services, table, "ann", "agree")
    assert ply(services, table) == 3
    with services.tables.at(table) as result:
        assert not table_context(services, result, ViewRequest("ann")).alone
    with pytest.raises(NotYours):
        execute(services, table, "eve", "agree")
    execute(services, table, "bob", "agree")  # Bob can agree without taking the seat back
    assert ply(services, table) == 0


def test_absent_player_may_refuse_an_undo(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem", plies=3)
    execute(services, table, "bob", "hand-over", seat=1)
    execute(services, table, "ann", "ask", ply=1)
    execute(services, table, "cem", "agree")
    assert ply(services, table) == 3
    execute(services, table, "bob", "refuse")
    with services.tables.at(table) as result:
        assert result.proposal is None


def test_undo_needs_no_consent_of_unaffected_players(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem", plies=4)  # Ann made the last move
    execute(services, table, "bob", "hand-over", seat=1)
    execute(services, table, "ann", "ask", ply=3)
    execute(services, table, "cem", "agree")
    assert ply(services, table) == 3


def test_player_against_bots_may_undo_alone(services: Services) -> None:
    chairs = [*humans("ann"), *(Chair(n, BOT, "Bot", level="random") for n in (1, 2))]
    table = services.tables.create(
        TableRequest("ann", "northern", chairs, moves=opening_entries(3))
    )
    execute(services, table, "ann", "ask", ply=0)
    assert ply(services, table) == 0


# Fair sharing of the workers


def _order_of_service(
    size: int, requests: list[tuple[str, int]], seconds: float = 1.0
) -> list[str]:
    """Return the order in which simultaneous requests are served."""

    async def serve_all() -> list[str]:
        queue: FairQueue[int] = FairQueue(range(size))
        order: list[str] = []

        async def one(who: str, urgency: int) -> None:
            thing = await queue.acquire(who, urgency)
            order.append(who)
            await asyncio.sleep(0)
            queue.release(thing, who, seconds)

        await asyncio.gather(*(one(*each) for each in requests))
        return order

    return asyncio.run(serve_all())


def test_twenty_requests_of_one_user_share_one_place() -> None:
    order = _order_of_service(1, [*[("guest", AWAITED)] * 20, ("ann", AWAITED), ("bob", AWAITED)])
    assert set(order[:3]) == {"guest", "ann", "bob"}
    assert order[3:] == ["guest"] * 19


def test_twenty_guests_of_one_address_share_one_place() -> None:
    """Guests cost nothing, so shares by user alone would give one address all workers."""

    async def serve_all() -> list[str]:
        queue: FairQueue[int] = FairQueue([0])
        first = await queue.acquire("first", address="other")
        order: list[str] = []

        async def one(who: str, address: str) -> None:
            item = await queue.acquire(who, address=address)
            order.append(who)
            queue.release(item, who, 1.0, address)

        guests = [one(f"guest{n % 3}", "inn") for n in range(20)]
        tasks = [asyncio.ensure_future(each) for each in (*guests, one("ann", "home"))]
        tasks += [asyncio.ensure_future(one("guest0", "moved"))]  # the same user elsewhere
        await asyncio.sleep(0)
        queue.release(first, "first", 0.5, "other")
        await asyncio.gather(*tasks)
        return order

    order = asyncio.run(serve_all())
    assert sorted(order[:3]) == ["ann", "guest0", "guest0"]
    assert sorted(order[3:6]) == ["guest0", "guest1", "guest2"]  # in turn, within the address


def test_bots_count_for_the_address_of_the_last_request(services: Services) -> None:
    chairs = [Chair(n, BOT, "Bot", level="random") for n in range(3)]

    def create() -> str:
        set_requester("198.51.100.7")
        return services.tables.create(TableRequest("ann", "northern", chairs))

    table = copy_context().run(create)
    job = services.bot_turns._job(table)
    assert job is not None
    assert job.address == "198.51.100.7"


def test_one_worker_is_always_left_for_other_users() -> None:
    async def ask() -> None:
        queue: FairQueue[int] = FairQueue(range(2))
        await queue.acquire("guest")
        second = asyncio.ensure_future(queue.acquire("guest"))
        await asyncio.sleep(0)
        assert not second.done()
        thing = await asyncio.wait_for(queue.acquire("ann"), TIMEOUT_S)
        queue.release(thing, "ann", 1.0)
        await asyncio.sleep(0)
        assert not second.done()
        second.cancel()

    asyncio.run(ask())


def test_awaited_requests_come_first_and_no_request_starves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requests = [
        ("a", UNWATCHED),
        ("b", UNWATCHED + 1),
        ("c", UNWATCHED),
        ("d", AWAITED),
        ("e", AWAITED),
    ]
    assert _order_of_service(1, requests) == ["a", "d", "e", "c", "b"]  # the worker is free for `a`
    # Every wait counts as long.
    monkeypatch.setattr("roundhouse.web.bots.fair_queue.MAX_WAIT", -1.0)
    assert _order_of_service(1, requests) == ["a", "b", "c", "d", "e"]
    assert MAX_WAIT > 0


def test_idle_time_earns_no_credit() -> None:
    async def ask() -> list[str]:
        queue: FairQueue[int] = FairQueue([0])
        for _ in range(5):
            queue.release(await queue.acquire("busy"), "busy", 10.0)
        first = await queue.acquire("busy")
        order: list[str] = []

        async def one(who: str) -> None:
            thing = await queue.acquire(who)
            order.append(who)
            queue.release(thing, who, 1.0)

        tasks = [asyncio.ensure_future(one(who)) for who in ["new"] * 3 + ["busy"]]
        await asyncio.sleep(0)
        queue.release(first, "busy", 0.5)
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(ask()) == ["new", "busy", "new", "new"]


def test_cancelled_request_returns_its_worker() -> None:
    async def ask() -> None:
        queue: FairQueue[int] = FairQueue([7])
        first = await queue.acquire("ann")
        waiting = asyncio.ensure_future(queue.acquire("bob"))
        await asyncio.sleep(0)
        queue.release(first, "ann", 1.0)
        waiting.cancel()  # Bob's request had already been served
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.wait_for(queue.acquire("cem"), TIMEOUT_S) == 7

    asyncio.run(ask())


def test_returned_worker_skips_cancelled_requests() -> None:
    """A closing server cancels all requests; one returns its worker meanwhile."""

    async def ask() -> None:
        queue: FairQueue[int] = FairQueue([7])
        first = await queue.acquire("ann")
        waiting = asyncio.ensure_future(queue.acquire("bob"))
        await asyncio.sleep(0)
        waiting.cancel()
        queue.release(first, "ann", 1.0)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await asyncio.wait_for(queue.acquire("cem"), TIMEOUT_S) == 7

    asyncio.run(ask())


@pytest.mark.slow
def test_guest_with_twenty_expert_tables_does_not_slow_others(tmp_path: Path) -> None:
    """Count the guest's bot moves while Ann's bots think; seconds would vary."""
    with (
        running_process(tmp_path, limits=False, workers=1) as server,
        guest_client(server.url, "Hog") as hog,
        guest_client(server.url, "Ann") as ann,
    ):
        mine = new_table(ann, "me", "bot:medium", "bot:medium")["id"]
        now = wait_for_turn(ann, mine, 120)
        guest_tables = [new_table(hog, *["bot:expert"] * 3)["id"] for _ in range(20)]
        end = time.monotonic() + 120
        while _plies(hog, guest_tables) < 2:  # the guest's bots are searching
            assert time.monotonic() < end
            time.sleep(0.1)
        before = _plies(hog, guest_tables)
        move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
        ann.post(f"/api/tables/{mine}/moves", json=move).raise_for_status()
        again = wait_for_turn(ann, mine, 240)
        bots = again["ply"] - now["ply"] - 1
        assert bots >= 1
        # A plain queue would serve twenty of the guest's moves for each of Ann's.
        assert _plies(hog, guest_tables) - before <= 3 * bots + 3


def _plies(client: httpx.Client, tables: list[str]) -> int:
    return sum(client.get(f"/api/tables/{table}").json()["ply"] for table in tables)


# Forced moves in games with hidden information


def _forced_position(game: str) -> Match:
    """Return a match in which the seat to act has a single legal move."""
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
    raise AssertionError("no position with a forced move")


@pytest.mark.parametrize("game", SECRET_GAMES)
@pytest.mark.parametrize("kind", [HUMAN, BOT])
def test_forced_move_is_left_to_its_seat(services: Services, game: str, kind: str) -> None:
    match = _forced_position(game)
    seats, turn = match.state.seats, match.state.turn
    chairs = [
        Chair(n, kind if n == turn else HUMAN, f"P{n}", f"p{n}", "random" if kind == BOT else "")
        for n in range(seats)
    ]
    table = services.tables.create(TableRequest("p0", game, chairs, moves=match.entries))
    with services.tables.at(table) as outcome:
        assert (outcome.match.ply, outcome.turn) == (match.ply, turn)
        words = outcome.game.text(outcome.match.state.legal()[0])
        if kind == HUMAN:
            page = table_context(services, outcome, ViewRequest(f"p{turn}"))
            assert [o.moves for group in page.offers.groups for o in group.offers] == [[words]]
            execute(services, table, f"p{turn}", "move", ply=match.ply, move=words)
            # The entry does not show that the move was forced.
            entry = outcome.match.line[match.ply].entry
            assert entry == Entry(MOVE, match.ply, turn, words)
        else:
            job = bot_job(services.tables, outcome)
            assert job is not None
            assert job.only == words
        assert all(each.kind != FORCED for each in outcome.match.entries)


def test_forced_move_without_secrets_is_played_at_once(services: Services) -> None:
    match = _forced_position("texas")
    chairs = [Chair(n, HUMAN, f"P{n}", f"p{n}") for n in range(match.state.seats)]
    table = services.tables.create(TableRequest("p0", "texas", chairs, moves=match.entries))
    with services.tables.at(table) as result:
        assert result.match.line[match.ply].entry.kind == FORCED


class _Pool:
    """Workers with a fixed thinking time, which count their requests."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.request_count = seconds, 0

    async def move(self, job: Job) -> BotMove:
        self.request_count += 1
        await asyncio.sleep(self.seconds)
        return BotMove("chosen")


def test_bot_with_a_forced_move_takes_its_usual_time(services: Services) -> None:
    turns, pool = services.bot_turns, _Pool(0.2)
    turns._pool = pool  # type: ignore[assignment]
    job = Job("t", 0, 0, 0, "hard", "union", 1, {}, "")
    forced = Job("t", 0, 0, 0, "hard", "union", 1, {}, "", only="keep")

    async def measure(turns: BotTurns, what: Job) -> tuple[str, float]:
        since = time.monotonic()
        answer = await turns._think(what, since)
        return answer.words, time.monotonic() - since

    async def measure_both() -> list[tuple[str, float]]:
        return [await measure(turns, what) for what in (job, forced)]

    (chosen, long), (only, as_long) = asyncio.run(measure_both())
    assert (chosen, only, pool.request_count) == ("chosen", "keep", 1)
    assert as_long >= 0.19
    assert as_long < long + TIMEOUT_S  # the wait is bounded, even on a busy machine


def test_thinking_times_are_kept_per_game_and_level() -> None:
    pace = ThinkingTimes()
    assert UNKNOWN[0] <= pace.draw("union", "hard") <= UNKNOWN[1]
    for seconds in (2.0, 3.0):
        pace.note("union", "hard", seconds)
    pace.note("union", "easy", 0.5)
    assert {pace.draw("union", "hard") for _ in range(60)} == {2.0, 3.0}
    assert pace.draw("union", "easy") == 0.5


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET_GAMES)
def test_bots_finish_games_with_forced_moves(
    server: Server, new_client: ClientFactory, game: str, tmp_path: Path
) -> None:
    client = new_client()
    seats = registry.meta(game).seats[0]
    table = new_table(client, *["bot:random"] * seats, game=game)["id"]
    end = time.monotonic() + 240
    while (data := client.get(f"/api/tables/{table}").json())["phase"] != "over":
        assert time.monotonic() < end, data
        time.sleep(0.2)
    assert data["ranks"]


# A search tree belongs to one seat of one match


def test_each_seat_has_its_own_bot() -> None:
    game = registry.load("northern", speed="interpreted")
    worker = Worker(lambda message: None)
    text = {
        "game": "northern",
        "rules": game.rules,
        "options": dict(game.options),
        "board": "",
        "speed": "interpreted",
        "table": "t",
        "seat": 0,
        "level": "easy",
        "state": b64encode(game.start(3).pack()).decode(),
    }
    bot = worker.bot(text)
    assert worker.bot(dict(text)) is bot
    for other in ({"seat": 1}, {"table": "u"}, {"level": "medium"}):
        assert worker.bot({**text, **other}) is not bot
