"""Commands, clocks and changes of a table without a server."""

from __future__ import annotations

import pytest
from tests.table.memory import Club

from roundhouse.core.errors import StaleMove
from roundhouse.table import absence
from roundhouse.table.bot_delay import AT_ONCE
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair
from roundhouse.table.clock import DAY, TIME_CONTROLS
from roundhouse.table.commands.arguments import MoveArguments, OrderArguments, parse_arguments
from roundhouse.table.errors import Clash, InvalidArguments, NotYours, Refusal
from roundhouse.table.events import ClockExpired, SeatHandedOver, TableClosed, TimeRunningOut
from roundhouse.table.table import ENDED, Table


@pytest.fixture
def club() -> Club:
    return Club()


def humans(*users: str) -> list[Chair]:
    return [Chair(n, HUMAN, user.title(), user) for n, user in enumerate(users)]


def playing(club: Club, time_control: str = "none") -> Table:
    chairs = humans("ann", "bob", "cem")
    return club.create("northern", chairs, time_control=TIME_CONTROLS[time_control])


def test_player_who_runs_out_of_time_is_replaced_and_returns(club: Club) -> None:
    table = playing(club, "quick")
    club.time.now += 3600
    absence.check_clock(club.service, table)
    assert table.chairs[0].kind == BOT
    assert (club.log.count(ClockExpired), club.log.count(SeatHandedOver)) == (1, 1)
    club.execute(table, "ann", "take-back", seat=0)
    assert table.human_to_move == 0
    club.execute(table, "ann", "move", ply=0, move="lay fargo")
    assert table.match.ply == 1


def test_late_move_is_refused(club: Club) -> None:
    table = playing(club, "quick")
    club.time.now += 3600
    with pytest.raises(Clash, match="Your time ran out"):
        club.execute(table, "ann", "move", ply=0, move="lay fargo")
    assert table.bot_to_move == 0


def test_reminder_comes_once(club: Club) -> None:
    table = playing(club, "day")
    club.time.now += 0.9 * DAY
    absence.check_clock(club.service, table)
    absence.check_clock(club.service, table)
    assert [e for e in club.log.events if isinstance(e, TimeRunningOut)] == [
        TimeRunningOut(0, "ann")
    ]


def test_others_vote_on_an_absent_player(club: Club) -> None:
    table = playing(club)
    with pytest.raises(Clash, match="You can vote in 24 hours"):
        club.execute(table, "bob", "vote", seat=0)
    club.time.now += DAY + 1
    club.execute(table, "bob", "vote", seat=0)
    assert table.human_to_move == 0
    club.execute(table, "cem", "vote", seat=0)
    assert table.bot_to_move == 0


def test_change_of_another_process_is_read_again(club: Club) -> None:
    table = playing(club)
    other = club.storage.load(table.id)
    club.execute(table, "ann", "move", ply=0, move="lay fargo")
    with pytest.raises(StaleMove, match="Check the board"):
        club.execute(other, "ann", "move", ply=0, move="lay fargo")
    assert (other.match.ply, other.revision) == (1, table.revision)


def test_failed_change_leaves_no_trace(club: Club) -> None:
    table = playing(club)

    def fail() -> None:
        with club.service.change(table) as change:
            change.entries += table.match.submit(0, "lay fargo", 0)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert (table.match.ply, table.revision) == (0, 1)


def test_only_the_host_closes_a_table(club: Club) -> None:
    chairs = [*humans("ann", "bob"), Chair(2, OPEN, "open seat", invite="secret")]
    table = club.create("northern", chairs, listed=True)
    with pytest.raises(NotYours, match="Only the host"):
        club.execute(table, "bob", "close")
    club.execute(table, "ann", "close")
    assert (table.phase, table.listed, table.chairs[2].invite) == (ENDED, False, None)
    assert club.log.count(TableClosed) == 1


def test_blocked_player_cannot_join(club: Club) -> None:
    chairs = [*humans("ann", "bob"), Chair(2, OPEN, "open seat", invite="secret")]
    table = club.create("northern", chairs, listed=True)
    club.players.blocks.add(("bob", "eve"))
    with pytest.raises(NotYours, match="blocked"):
        club.execute(table, "eve", "join")
    club.execute(table, "dan", "join")
    assert table.human_to_move == 0


def test_arguments_come_from_a_form_or_json() -> None:
    form = parse_arguments(MoveArguments, {"ply": "3", "move": "pass", "csrf": "x"})
    assert form == MoveArguments(ply=3, move="pass")
    json = parse_arguments(MoveArguments, {"ply": 3, "moves": ["a", "b"], "seat": None})
    assert json == MoveArguments(ply=3, moves=["a", "b"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "ply: Field required"),
        ({"ply": "first"}, "ply: Input should be a valid integer"),
        ({"ply": True}, "ply: Input should be a valid integer"),
        ({"ply": 0, "move": 1}, "move: Input should be a valid string"),
        ({"ply": 0, "move": "x" * 401}, "move: Input should have at most 400 characters"),
        ({"ply": 0, "moves": "a"}, "moves: Input should be a valid list"),
        ({"ply": 0, "moves": ["a"] * 51}, "moves: Input should have at most 50 items"),
        ({"ply": 0, "moves": ["a", 1]}, "moves 1: Input should be a valid string"),
    ],
)
def test_invalid_arguments_are_explained(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArguments) as error:
        parse_arguments(MoveArguments, fields)
    assert str(error.value) == message


def test_optional_arguments_have_defaults() -> None:
    order = parse_arguments(OrderArguments, {"seat": "1", "kind": "bid"})
    assert (order.about, order.amount) == ("", None)


def test_host_changes_the_bot_speed(club: Club) -> None:
    table = playing(club)
    with pytest.raises(NotYours):
        club.execute(table, "bob", "bot-speed", bot_delay="at-once")
    with pytest.raises(Refusal, match="must be one of"):
        club.execute(table, "ann", "bot-speed", bot_delay="soon")
    club.execute(table, "ann", "bot-speed", bot_delay="at-once")
    assert table.bot_delay is AT_ONCE
