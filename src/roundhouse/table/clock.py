"""Time controls, and the arithmetic of a table's clock as pure functions.

Only the clock of the user to move runs, and those of users who can choose before their turn; a
bot's never does. A decision takes its time from the bank and earns credit. An undo takes the credit
back, so that undoing and repeating gains nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Refusal

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
GRACE = 2.0  # seconds per move that are not counted, for network delays


@dataclass(frozen=True)
class TimeControl:
    """A time bank per seat, and credit per decision up to `max_bank`."""

    key: str
    title: str
    description: str
    bank: float
    credit: float
    max_bank: float
    vacation: int = 0  # days off per seat and game

    @property
    def counted(self) -> bool:
        return self.bank < inf

    @property
    def by_days(self) -> bool:
        return self.counted and self.bank >= DAY


NO_CLOCK = TimeControl("none", mark("No clock"), mark("no time limit"), inf, 0, inf)
TIME_CONTROLS: dict[str, TimeControl] = {
    time_control.key: time_control
    for time_control in (
        NO_CLOCK,
        TimeControl(
            "quick", mark("Quick"), mark("4 min + 6 s per decision"), 4 * MINUTE, 6, 4 * MINUTE
        ),
        TimeControl(
            "normal",
            mark("Normal"),
            mark("10 min + 12 s per decision"),
            10 * MINUTE,
            12,
            10 * MINUTE,
        ),
        TimeControl(
            "relaxed",
            mark("Relaxed"),
            mark("25 min + 30 s per decision"),
            25 * MINUTE,
            30,
            25 * MINUTE,
        ),
        TimeControl(
            "day",
            mark("One move a day"),
            mark("24 h + 4 h per move (max. 72 h)"),
            DAY,
            4 * HOUR,
            3 * DAY,
            7,
        ),
        TimeControl(
            "days",
            mark("One move every few days"),
            mark("72 h + 12 h per move (max. 120 h)"),
            3 * DAY,
            12 * HOUR,
            5 * DAY,
            14,
        ),
        TimeControl(
            "slow",
            mark("Correspondence"),
            mark("72 h + 36 h per move (max. 240 h)"),
            3 * DAY,
            36 * HOUR,
            10 * DAY,
            21,
        ),
    )
}


def time_control_named(key: str) -> TimeControl:
    if key not in TIME_CONTROLS:
        raise Refusal(
            _(
                "The clock must be one of {values}, not {value}.",
                values=", ".join(TIME_CONTROLS),
                value=repr(key[:20]),
            )
        )
    return TIME_CONTROLS[key]


REMIND_SHARE = 0.8  # share of the available time after which a reminder is sent
Value = TypeVar("Value", bound=float)
MIN_BANK_SHARE = 0.25  # share of the bank that a returning player has at least


@dataclass(frozen=True)
class Clock:
    """A table's clock. `left` is each bank when the current turn started."""

    time_control: TimeControl
    level: str  # of the bot that replaces a player who runs out of time
    left: tuple[float, ...]
    running: int | None = None  # the seat to move, if a user has it
    since: float = 0.0  # when its turn started
    reminded: bool = False
    away: tuple[float, ...] = ()  # end of each seat's vacation; in the past: none
    vacation: tuple[int, ...] = ()  # remaining days off of each seat
    votes: tuple[str, ...] = ()  # users who voted to replace the absent player


def new_clock(time_control: TimeControl, level: str, seats: int) -> Clock:
    """Return a clock that has not started."""
    none = (0.0,) * seats
    return Clock(
        time_control,
        level,
        (time_control.bank,) * seats,
        away=none,
        vacation=(time_control.vacation,) * seats,
    )


def elapsed(clock: Clock, seat: int, now: float) -> float:
    """Return the time used for the current decision, without vacation and grace."""
    return max(0.0, now - max(clock.since, clock.away[seat]) - GRACE)


def left(clock: Clock, seat: int, now: float, early: Sequence[int] = ()) -> float:
    """Return a seat's remaining time, or 0; `early` seats choose before their turn."""
    bank = clock.left[seat]
    if seat == clock.running or seat in early:
        return max(0.0, bank - elapsed(clock, seat, now))
    return bank


def expires_at(clock: Clock, early: int | None = None) -> float:
    """Return when time runs out for the seat to move, or for one choosing early."""
    return _when(clock, clock.running if early is None else early, 1.0)


def reminder_at(clock: Clock) -> float:
    """Return when to remind the user whose turn it is."""
    if clock.reminded or not clock.time_control.by_days:
        return inf
    return _when(clock, clock.running, REMIND_SHARE)


def _when(clock: Clock, seat: int | None, share: float) -> float:
    if seat is None or not clock.time_control.counted:
        return inf
    return max(clock.since, clock.away[seat]) + GRACE + share * clock.left[seat]


def due(clock: Clock) -> float:
    """Return when this clock needs attention next; infinity: never."""
    return min(expires_at(clock), reminder_at(clock))


def charge(clock: Clock, seats: Sequence[int], now: float) -> Clock:
    """Deduct the time that seats have used since the last move."""
    banks = list(clock.left)
    for seat in seats:
        banks[seat] = max(0.0, banks[seat] - elapsed(clock, seat, now))
    return replace(clock, left=tuple(banks))


def after(
    clock: Clock, decided: Sequence[int], turn: int | None, now: float, early: Sequence[int] = ()
) -> Clock:
    """Return the clock after a change of the table.

    `decided` lists the users' seats once per decision; `turn` is the user's seat to move next.
    `early` lists those that could choose before their turn until now.
    """
    if not decided and turn == clock.running:
        return clock
    running = [] if clock.running is None else [clock.running]
    banks = list(charge(clock, [*running, *early], now).left)
    for seat in decided:
        banks[seat] = min(
            max(clock.time_control.max_bank, banks[seat]), banks[seat] + clock.time_control.credit
        )
    return replace(clock, left=tuple(banks), running=turn, since=now, reminded=False, votes=())


def refund_credit(clock: Clock, seats: Sequence[int]) -> Clock:
    """Take back the credit of undone decisions, but leave enough to decide again."""
    banks = list(clock.left)
    for seat in seats:
        banks[seat] = max(
            banks[seat] - clock.time_control.credit, min(banks[seat], clock.time_control.credit)
        )
    return replace(clock, left=tuple(banks))


def restore_bank(clock: Clock, seat: int) -> Clock:
    """Return the clock after a player takes their seat back from a bot."""
    if not clock.time_control.counted:
        return clock
    least = max(clock.time_control.credit, MIN_BANK_SHARE * clock.time_control.bank)
    return _set(clock, seat, max(clock.left[seat], min(least, clock.time_control.bank)))


def start_vacation(clock: Clock, seat: int, days: int, now: float) -> Clock:
    """Start a vacation; the time used so far is deducted."""
    return replace(
        _settled(clock, seat, now),
        away=_with(clock.away, seat, now + days * DAY),
        vacation=_with(clock.vacation, seat, clock.vacation[seat] - days),
    )


def end_vacation(clock: Clock, seat: int, now: float) -> Clock:
    """End a vacation early and return unused whole days."""
    unused = int(max(0.0, clock.away[seat] - now) // DAY)
    return replace(
        _settled(clock, seat, now),
        away=_with(clock.away, seat, min(now, clock.away[seat])),
        vacation=_with(clock.vacation, seat, clock.vacation[seat] + unused),
    )


def _settled(clock: Clock, seat: int, now: float) -> Clock:
    """Deduct the time used so far by the seat to move."""
    if clock.running != seat:
        return clock
    return replace(_set(clock, seat, left(clock, seat, now)), since=now)


def _set(clock: Clock, seat: int, seconds: float) -> Clock:
    return replace(clock, left=_with(clock.left, seat, seconds))


def _with(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
