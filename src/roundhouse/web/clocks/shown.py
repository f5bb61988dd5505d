"""What a page and the API say of a table's clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from roundhouse.core.text import count
from roundhouse.web.clocks import clock as clocks
from roundhouse.web.clocks.clock import Clock
from roundhouse.web.clocks.pace import DAY, HOUR, MINUTE

LOW = 0.2  # of the bank: from here on it is marked


@dataclass(frozen=True)
class SeatTime:
    """A seat's time. `until` is when it is over, in seconds since 1970, while it runs."""

    seat: int
    name: str
    left: float
    words: str
    running: bool
    until: float | None
    low: bool
    away: str  # how much longer they are on vacation; empty: they are not
    days_off: int  # that are left


def seat_times(clock: Clock, names: Sequence[str], now: float) -> list[SeatTime]:
    """Every seat's, or nothing where no time is counted."""
    if not clock.pace.counted:
        return []
    return [_seat_time(clock, seat, name, now) for seat, name in enumerate(names)]


def _seat_time(clock: Clock, seat: int, name: str, now: float) -> SeatTime:
    left, running = clocks.left(clock, seat, now), seat == clock.running
    away = clock.away[seat] - now
    end = clocks.runs_out(clock) if running and away <= 0 else inf
    return SeatTime(
        seat,
        name,
        left,
        lasting(left),
        running,
        None if end == inf else end,
        left < LOW * clock.pace.bank,
        lasting(away) if away > 0 else "",
        clock.vacation[seat],
    )


def lasting(seconds: float) -> str:
    """`4:05` within the hour, `5 h 12 min` within two days, `3 days` beyond."""
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)}:{int(seconds % MINUTE):02d}"
    if seconds < 2 * DAY:
        return f"{int(seconds // HOUR)} h {int(seconds % HOUR // MINUTE):02d} min"
    return f"{count(int(seconds // DAY), 'day')} {int(seconds % DAY // HOUR)} h"
