"""A change of a table: what commands collect, and what a storage saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from roundhouse.play.match import UNDO, Entry
from roundhouse.table.bot_delay import BotDelay
from roundhouse.table.chairs import Chair
from roundhouse.table.clock import Clock
from roundhouse.table.events import (
    GameEnded,
    GameStarted,
    MoveMade,
    MoveUndone,
    OrdersChanged,
    TableEvent,
)
from roundhouse.table.table import ENDED, PLAYING, WAITING, Proposal, SeatOrders, Table


@dataclass
class Change:
    """A change of a table.

    Attributes:
        phase: The phase afterwards.
        listed: Whether the table is public afterwards.
        proposal: The undo request afterwards.
        by_bot: Whether a bot makes the move.
        bot_before: Whether it was a bot's turn.
        entries: New entries of the match, which has them already.
        chairs: Changed chairs.
        orders: Changed standing orders by seat.
        clock_steps: What happens to the clock, given the clock and the time.
        clock: The clock afterwards; None: unchanged.
        bot_delay: How soon bots answer afterwards; None: unchanged.
        events: What happened; commands need not list moves, undos and changed orders.
    """

    phase: str
    listed: bool
    proposal: Proposal | None
    by_bot: bool = False
    bot_before: bool = False
    entries: list[Entry] = field(default_factory=list)
    chairs: Sequence[Chair] = ()
    orders: dict[int, SeatOrders] = field(default_factory=dict)
    clock_steps: list[Callable[[Clock, float], Clock]] = field(default_factory=list)
    clock: Clock | None = None
    bot_delay: BotDelay | None = None
    events: list[TableEvent] = field(default_factory=list)

    @classmethod
    def of(cls, table: Table, by_bot: bool = False) -> Change:
        """Return a change of a table that changes nothing yet."""
        before = table.thinking is not None
        return cls(table.phase, table.listed, table.proposal, by_bot, before)

    def chairs_after(self, table: Table) -> list[Chair]:
        changed = {chair.seat: chair for chair in self.chairs}
        return [changed.get(chair.seat, chair) for chair in table.chairs]

    def list_events(self, table: Table) -> list[TableEvent]:
        """Return everything that happened, in order; `table` is not changed yet."""
        events = list(self.events)
        if table.phase == WAITING and self.phase == PLAYING:
            events.append(GameStarted())
        events += [_entry_event(entry) for entry in self.entries]
        events += [OrdersChanged(seat) for seat in self.orders]
        if self.phase == ENDED != table.phase and table.match.over:
            events.append(GameEnded())
        return events


def _entry_event(entry: Entry) -> TableEvent:
    if entry.kind == UNDO:
        return MoveUndone(entry.ply, entry.seat)
    return MoveMade(entry.ply, entry.seat, entry.words)
