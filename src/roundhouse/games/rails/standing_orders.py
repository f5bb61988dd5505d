"""Standing orders of Pacific Rails Inc.: what to drop when the cargo is full."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.standing_orders import (
    WAIT,
    Order,
    OrderEnd,
    OrderMove,
    OrderOffer,
    OrderStep,
    choose_in_turn,
)
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.actions import DROP_ONE
from roundhouse.games.rails.names import ITEM_NAMES
from roundhouse.games.rails.state import ITEMS, State

DROP = "drop"

choose_early = choose_in_turn


def list_orders(state: State, seat: int) -> list[OrderOffer]:
    """List an order for each kind of item in the seat's cargo."""
    s = state.py_state
    if s.turn == OVER:
        return []
    return [
        OrderOffer(
            DROP,
            ITEM_NAMES[item],
            _("Drop {item} when over the cargo limit", item=_(ITEM_NAMES[item])),
        )
        for item in range(ITEMS)
        if s.cargo[seat][item] > 0
    ]


def carry_out(state: State, seat: int, order: Order) -> OrderStep:
    s = state.py_state
    if order.kind != DROP or order.about not in ITEM_NAMES:
        return OrderEnd(_("Unknown order."))
    item = ITEM_NAMES.index(order.about)
    if s.cargo[seat][item] == 0:
        return OrderEnd(_("You have no {item} left.", item=_(order.about)))
    if s.turn != seat or DROP_ONE + item not in state.legal():
        return WAIT
    return OrderMove(DROP_ONE + item)
