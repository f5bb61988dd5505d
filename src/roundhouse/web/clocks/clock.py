"""The arithmetic of a table's clock: plain values in, plain values out; what time it is the caller
says.

One seat's time runs, that of the person who is waited for; a bot's never does. Time that was taken
leaves the bank when the seat has decided, and each decision earns credit. A decision that is taken
back takes its credit with it: going to and fro gains nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from roundhouse.web.clocks.pace import DAY, GRACE, Pace

REMIND = 0.8  # of the time that is there, when a move is waited for
Value = TypeVar("Value", bound=float)
LEAST = 0.25  # of the bank: what somebody finds there who comes back after it was empty


@dataclass(frozen=True)
class Clock:
    """A table's clock. `left` is what each bank held when the running seat's time began to run."""

    pace: Pace
    level: str  # of the bot that plays on for whoever is out of time
    left: tuple[float, ...]
    running: int | None = None  # the seat that is waited for
    since: float = 0.0  # from when on
    reminded: bool = False
    away: tuple[float, ...] = ()  # until when each seat is on vacation; in the past: it is not
    vacation: tuple[int, ...] = ()  # days off that each seat has left
    votes: tuple[str, ...] = ()  # who wants a bot to play for the one who is waited for


def laid(pace: Pace, level: str, seats: int) -> Clock:
    """Before anybody's time runs."""
    none = (0.0,) * seats
    return Clock(pace, level, (pace.bank,) * seats, away=none, vacation=(pace.vacation,) * seats)


def taken(clock: Clock, now: float) -> float:
    """How much of its time the running seat has taken for this decision: not while it is on
    vacation, and not the first moment of it."""
    if clock.running is None:
        return 0.0
    begun = max(clock.since, clock.away[clock.running])
    return max(0.0, now - begun - GRACE)


def left(clock: Clock, seat: int, now: float) -> float:
    """What is left to a seat; never below 0."""
    bank = clock.left[seat]
    return max(0.0, bank - taken(clock, now)) if seat == clock.running else bank


def runs_out(clock: Clock) -> float:
    """When the time of the running seat is over, if it does nothing."""
    return _when(clock, 1.0)


def reminds(clock: Clock) -> float:
    """When the one who is waited for should hear of it."""
    return _when(clock, REMIND) if clock.pace.by_days and not clock.reminded else inf


def _when(clock: Clock, share: float) -> float:
    if clock.running is None or not clock.pace.counted:
        return inf
    begun = max(clock.since, clock.away[clock.running])
    return begun + GRACE + share * clock.left[clock.running]


def due(clock: Clock) -> float:
    """When somebody should look at this clock again; infinity: never."""
    return min(runs_out(clock), reminds(clock))


def after(clock: Clock, decided: Sequence[int], turn: int | None, now: float) -> Clock:
    """The clock after a change of the table: `decided` are the seats of people that have decided
    something, once for each decision; `turn` is the person's seat that is waited for now."""
    if not decided and turn == clock.running:
        return clock
    banks = list(clock.left)
    if clock.running is not None:
        banks[clock.running] = left(clock, clock.running, now)
    for seat in decided:
        banks[seat] = min(max(clock.pace.most, banks[seat]), banks[seat] + clock.pace.credit)
    return replace(clock, left=tuple(banks), running=turn, since=now, reminded=False, votes=())


def taken_back(clock: Clock, seats: Sequence[int]) -> Clock:
    """Decisions of these seats were taken back: so is their credit, as far as it is still there; a
    seat keeps enough to decide again."""
    banks = list(clock.left)
    for seat in seats:
        banks[seat] = max(banks[seat] - clock.pace.credit, min(banks[seat], clock.pace.credit))
    return replace(clock, left=tuple(banks))


def come_back(clock: Clock, seat: int) -> Clock:
    """Somebody sits down again where a bot has played for them."""
    if not clock.pace.counted:
        return clock
    least = max(clock.pace.credit, LEAST * clock.pace.bank)
    return _set(clock, seat, max(clock.left[seat], min(least, clock.pace.bank)))


def go_away(clock: Clock, seat: int, days: int, now: float) -> Clock:
    """A seat's person takes days off: what they have taken so far of their time is taken."""
    return replace(
        _settled(clock, seat, now),
        away=_with(clock.away, seat, now + days * DAY),
        vacation=_with(clock.vacation, seat, clock.vacation[seat] - days),
    )


def end_vacation(clock: Clock, seat: int, now: float) -> Clock:
    """They are back before the time: whole days that were not used are theirs again."""
    unused = int(max(0.0, clock.away[seat] - now) // DAY)
    return replace(
        _settled(clock, seat, now),
        away=_with(clock.away, seat, min(now, clock.away[seat])),
        vacation=_with(clock.vacation, seat, clock.vacation[seat] + unused),
    )


def _settled(clock: Clock, seat: int, now: float) -> Clock:
    """What a running seat has taken so far leaves its bank now."""
    if clock.running != seat:
        return clock
    return replace(_set(clock, seat, left(clock, seat, now)), since=now)


def _set(clock: Clock, seat: int, seconds: float) -> Clock:
    return replace(clock, left=_with(clock.left, seat, seconds))


def _with(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
