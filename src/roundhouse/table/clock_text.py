"""A table's clock as pages and the API show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.table import clock as clocks
from roundhouse.table.clock import DAY, HOUR, MINUTE, Clock

LOW = 0.2  # share of the bank below which the time is highlighted


@dataclass(frozen=True)
class SeatTime:
    """A seat's time.

    `until` is when it runs out, in seconds since 1970, while it runs.
    """

    seat: int
    name: str
    left: float
    words: str
    running: bool
    until: float | None
    low: bool
    away: str  # remaining vacation; empty: none
    days_off: int  # remaining


def seat_times(
    clock: Clock, names: Sequence[str], now: float, early: Sequence[int] = ()
) -> list[SeatTime]:
    """Return the time of every seat, or nothing without a clock.

    `early` lists the seats that can choose before their turn.
    """
    if not clock.time_control.counted:
        return []
    return [_seat_time(clock, seat, name, now, early) for seat, name in enumerate(names)]


def _seat_time(clock: Clock, seat: int, name: str, now: float, early: Sequence[int]) -> SeatTime:
    left = clocks.left(clock, seat, now, early)
    running = seat == clock.running or seat in early
    away = clock.away[seat] - now
    end = clocks.expires_at(clock, seat) if running and away <= 0 else inf
    return SeatTime(
        seat,
        name,
        left,
        format_duration(left),
        running,
        None if end == inf else end,
        left < LOW * clock.time_control.bank,
        format_duration(away) if away > 0 else "",
        clock.vacation[seat],
    )


def format_duration(seconds: float) -> str:
    """Format as `4:05`, `5 h 12 min` from an hour on, `3 days 4 h` from two days on."""
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)}:{int(seconds % MINUTE):02d}"
    if seconds < 2 * DAY:
        minutes = f"{int(seconds % HOUR // MINUTE):02d}"
        return _("{hours} h {minutes} min", hours=int(seconds // HOUR), minutes=minutes)
    hours = int(seconds % DAY // HOUR)
    return ngettext("{n} day {hours} h", "{n} days {hours} h", int(seconds // DAY), hours=hours)
