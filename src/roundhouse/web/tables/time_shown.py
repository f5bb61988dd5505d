"""What a page says of the time at a table: clocks, and who is waited for all too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from roundhouse.web.clocks.shown import lasting, seat_times
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tables.timing import others

TICK = 10.0  # seconds: a page that many spectators share is not made more often for the clocks


@dataclass(frozen=True)
class Absent:
    """Somebody who has been waited for so long that the others may do something about it."""

    seat: int
    words: str
    votes: int
    others: int
    may_vote: bool


def time_shown(tables: Tables, table: Table, person: str | None, patience: float) -> dict[str, Any]:
    """For the templates `_clock.html` and `_absent.html`."""
    now = tables.now
    absent = _absent(table, person, patience, now)
    return {
        "times": seat_times(table.clock, table.names, now) if table.playing else [],
        "pace": table.clock.pace,
        "absent": absent,
        "absent_from": None if absent else _absent_from(table, person, patience),
    }


def tick(table: Table, now: float) -> int:
    """Changes when a shared page should be made again because of the time alone."""
    return int(now // TICK) if table.clock.pace.counted and table.playing else 0


def _absent_from(table: Table, person: str | None, patience: float) -> float | None:
    """When those who wait may do something about it, in seconds since 1970: then an open page has
    something new to show, though nobody has moved."""
    seat = table.awaited
    if seat is None or table.clock.pace.counted or person not in others(table, seat):
        return None
    return table.clock.since + patience


def _absent(table: Table, person: str | None, patience: float, now: float) -> Absent | None:
    seat, clock = table.awaited, table.clock
    if seat is None or clock.pace.counted or now - clock.since < patience:
        return None
    concerned = others(table, seat)
    votes = concerned & set(clock.votes)
    may = person in concerned and person not in votes
    return Absent(seat, lasting(now - clock.since), len(votes), len(concerned), may)
