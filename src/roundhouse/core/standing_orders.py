"""Standing orders: decisions that a seat makes in advance.

A game's `standing_orders.py` has three functions. `list_orders` returns the orders that a seat can
give now. `carry_out` returns what an order does in a state: make a move, wait, or end. An order
ends when its subject is over, or when something happens that its owner could not expect.

`choose_early` serves decisions that all seats make at the same time, although the rules ask one
seat after another. It returns the state in which a seat chooses before its turn.

All three functions get the true state but must use only what the seat may know: they return the
same result in every state that is indistinguishable to that seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from roundhouse.core.translation import translate as _

if TYPE_CHECKING:
    from roundhouse.core.state import State

AMOUNT = "{amount}"  # placeholder for the amount in the words of an offer


@dataclass(frozen=True)
class OrderOffer:
    """An order that a seat can give now."""

    kind: str
    about: str  # id of the subject
    words: str
    low: int | None = None  # range of the amount, if the order takes one
    high: int | None = None

    def order(self, amount: int | None) -> Order:
        """Return the order with an amount, or without one."""
        return Order(self.kind, self.about, amount or 0, self.words.replace(AMOUNT, str(amount)))

    def takes(self, amount: int | None) -> bool:
        """Return whether the order accepts an amount, or None for no amount."""
        if self.low is None or self.high is None:
            return amount is None
        return amount is not None and self.low <= amount <= self.high


@dataclass(frozen=True)
class Order:
    """An order of a seat."""

    kind: str
    about: str
    amount: int
    words: str


@dataclass(frozen=True)
class OrderMove:
    """The order makes a move."""

    action: int


@dataclass(frozen=True)
class OrderWait:
    """The order does nothing yet; if it is the seat's turn, the player decides."""


@dataclass(frozen=True)
class OrderEnd:
    """The order has ended, with the reason."""

    why: str


OrderStep = OrderMove | OrderWait | OrderEnd
WAIT = OrderWait()


def list_no_orders(state: State[Any, Any, Any], seat: int) -> list[OrderOffer]:
    """Return no orders: the `list_orders` of a game without standing orders."""
    return []


def choose_in_turn(state: State[Any, Any, Any], seat: int) -> None:
    """Return None: the `choose_early` of a game without simultaneous decisions."""


def refuse_order(state: State[Any, Any, Any], seat: int, order: Order) -> OrderStep:
    """End an order: the `carry_out` of a game without standing orders."""
    return OrderEnd(_("There are no such orders in this game."))
