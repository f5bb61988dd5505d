"""Template context about time at a table: clocks and absent players."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.table.absence import others
from roundhouse.table.clock_text import SeatTime, format_duration, seat_times
from roundhouse.table.early_choices import list_early_seats
from roundhouse.table.service import TableService
from roundhouse.table.table import Table
from roundhouse.table.time_control import TimeControl

TICK = 10.0  # seconds; a page shared by spectators is not rendered more often for the clocks


@dataclass(frozen=True)
class Absent:
    """A player who has taken so long that the others may vote to replace them."""

    seat: int
    words: str
    votes: int
    others: int
    may_vote: bool


@dataclass(kw_only=True)
class TimeContext:
    """What the templates `_clocks.html` and `_absent_player.html` show."""

    times: list[SeatTime]
    time_control: TimeControl
    absent: Absent | None
    absent_from: float | None  # when the viewer may vote to replace the player to move


def time_context(tables: TableService, table: Table, user: str | None) -> TimeContext:
    now, absent_after = tables.now, tables.absent_after
    absent = _absent(table, user, absent_after, now)
    return TimeContext(
        times=seat_times(table.clock, table.names, now, list_early_seats(table))
        if table.playing
        else [],
        time_control=table.clock.time_control,
        absent=absent,
        absent_from=None if absent else _absent_from(table, user, absent_after),
    )


def tick(table: Table, now: float) -> int:
    """Return a number that changes when the clocks of a shared page are outdated."""
    return int(now // TICK) if table.clock.time_control.counted and table.playing else 0


def _absent_from(table: Table, user: str | None, absent_after: float) -> float | None:
    """Return the time from which the user may vote to replace the player to move."""
    seat = table.human_to_move
    if seat is None or table.clock.time_control.counted or user not in others(table, seat):
        return None
    return table.clock.since + absent_after


def _absent(table: Table, user: str | None, absent_after: float, now: float) -> Absent | None:
    seat, clock = table.human_to_move, table.clock
    if seat is None or clock.time_control.counted or now - clock.since < absent_after:
        return None
    concerned = others(table, seat)
    votes = concerned & set(clock.votes)
    may = user in concerned and user not in votes
    return Absent(seat, format_duration(now - clock.since), len(votes), len(concerned), may)
