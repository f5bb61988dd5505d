"""Events of a table, and the bus that takes them to their subscribers.

A change of a table has one or more events. Subscribers get them after the change is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roundhouse.table.table import Table


@dataclass(frozen=True)
class TableEvent:
    """Something that happened at a table."""


@dataclass(frozen=True)
class TableCreated(TableEvent):
    """A table was created."""


@dataclass(frozen=True)
class TableClosed(TableEvent):
    """The host closed a table without an end of its game."""


@dataclass(frozen=True)
class GameStarted(TableEvent):
    """The last open seat was taken."""


@dataclass(frozen=True)
class GameEnded(TableEvent):
    """The game is over."""


@dataclass(frozen=True)
class MoveMade(TableEvent):
    """A move; the seat of a chance outcome is negative."""

    ply: int
    seat: int
    words: str


@dataclass(frozen=True)
class MoveUndone(TableEvent):
    """All moves from `ply` on were undone."""

    ply: int
    seat: int


@dataclass(frozen=True)
class UndoRequested(TableEvent):
    """A seat asks to undo all moves from `ply` on, or another player agreed to that."""

    ply: int
    seat: int
    agreed: tuple[str, ...]


@dataclass(frozen=True)
class UndoRefused(TableEvent):
    """A player declined an undo request."""


@dataclass(frozen=True)
class SeatEvent(TableEvent):
    """Something that happened to a seat."""

    seat: int


@dataclass(frozen=True)
class SeatTaken(SeatEvent):
    """A user took an open seat, or took their seat back from a bot."""

    user: str


@dataclass(frozen=True)
class SeatOpened(SeatEvent):
    """A seat is open again, or has a new invitation."""


@dataclass(frozen=True)
class SeatHandedOver(SeatEvent):
    """A bot plays a seat; a resigned player cannot take it back."""

    level: str
    resigned: bool = False


@dataclass(frozen=True)
class ClockExpired(SeatEvent):
    """The time of a seat ran out."""


@dataclass(frozen=True)
class TimeRunningOut(SeatEvent):
    """A user should be reminded that little of their time is left."""

    user: str


@dataclass(frozen=True)
class EarlyChoicePossible(SeatEvent):
    """A user can choose before their turn; repeated with each change until they have."""

    user: str


@dataclass(frozen=True)
class OrdersChanged(SeatEvent):
    """The standing orders of a seat are different."""


@dataclass(frozen=True)
class SeatsTransferred(TableEvent):
    """The seats of a guest belong to an account now."""


class Subscriber(Protocol):
    """Something that reacts to changes of tables."""

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None: ...


class EventBus:
    """The subscribers to changes of all tables, in the order in which they are told."""

    def __init__(self, *subscribers: Subscriber) -> None:
        self._subscribers = list(subscribers)

    def subscribe(self, *subscribers: Subscriber) -> None:
        self._subscribers += subscribers

    def publish(self, table: Table, events: Sequence[TableEvent]) -> None:
        for subscriber in self._subscribers:
            subscriber.table_changed(table, events)
