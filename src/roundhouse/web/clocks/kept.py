"""A clock as the database keeps it."""

from __future__ import annotations

from math import inf
from typing import Any

from roundhouse.web.clocks.clock import Clock, due
from roundhouse.web.clocks.pace import NONE, PACES


def row_of(clock: Clock) -> dict[str, Any]:
    """JSON knows no infinity: what has no end is null."""
    at = due(clock)
    return {
        "pace": clock.pace.key,
        "level": clock.level,
        "banks": [None if bank == inf else bank for bank in clock.left],
        "running": clock.running,
        "since": clock.since,
        "reminded": clock.reminded,
        "away": list(clock.away),
        "vacation": list(clock.vacation),
        "votes": list(clock.votes),
        "due": None if at == inf else at,
    }


def clock_from(row: dict[str, Any] | None, seats: int, awaited: int | None, since: float) -> Clock:
    """A table of a release that kept no clock has one that nobody looks at. So has one whose pace
    is not known here: nobody runs out of time by it."""
    if row is None or row["pace"] not in PACES or len(row["banks"]) != seats:
        none = (0.0,) * seats
        return Clock(NONE, "", (inf,) * seats, awaited, since, away=none, vacation=(0,) * seats)
    return Clock(
        PACES[row["pace"]],
        row["level"],
        tuple(inf if bank is None else bank for bank in row["banks"]),
        row["running"],
        row["since"],
        bool(row["reminded"]),
        tuple(row["away"]),
        tuple(row["vacation"]),
        tuple(row["votes"]),
    )
