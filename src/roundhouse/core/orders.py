"""Standing orders: what a seat may decide beforehand about decisions to come.

A room declares in `orders.py` which orders a seat can give now, in words (`orders`), and what an
order says to a position (`carry_out`): do this, wait, or it has come to its end. An order ends by
itself when what it was about is over, and by anything that whoever gave it could not expect.

Both are asked about true positions, and must answer by what the seat itself may know: they answer
the same in every position that looks the same to that seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roundhouse.core.game import Position

AMOUNT = "{amount}"  # in the words of an offer: where the number goes


@dataclass(frozen=True)
class OrderOffer:
    """An order that can be given now. `about` ties it to what it is about; `low` and `high` say
    which numbers it may be given with, if it takes one."""

    kind: str
    about: str
    words: str
    low: int | None = None
    high: int | None = None

    def order(self, amount: int | None) -> Order:
        return Order(self.kind, self.about, amount or 0, self.words.replace(AMOUNT, str(amount)))

    def takes(self, amount: int | None) -> bool:
        """Whether it may be given with this number, or without one."""
        if self.low is None or self.high is None:
            return amount is None
        return amount is not None and self.low <= amount <= self.high


@dataclass(frozen=True)
class Order:
    """An order that was given."""

    kind: str
    about: str
    amount: int
    words: str


@dataclass(frozen=True)
class Do:
    """Make this move."""

    action: int


@dataclass(frozen=True)
class Wait:
    """Nothing yet; if the seat is to act, it is asked."""


@dataclass(frozen=True)
class End:
    """The order is at its end, and why."""

    why: str


Step = Do | Wait | End
WAIT = Wait()


def no_orders(position: Position[Any, Any, Any], seat: int) -> list[OrderOffer]:
    """For a room in which nothing can be decided beforehand."""
    return []


def never(position: Position[Any, Any, Any], seat: int, order: Order) -> Step:
    return End("There are no such orders in this game.")
