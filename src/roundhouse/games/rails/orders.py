"""Standing orders of Pacific Rails: what is dropped first when the cargo is too full."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.orders import WAIT, Do, End, Order, OrderOffer, Step
from roundhouse.games.rails.actions import DROP_ONE
from roundhouse.games.rails.names import ITEM_NAMES
from roundhouse.games.rails.state import ITEMS, Position

DROP = "drop"


def orders(position: Position, seat: int) -> list[OrderOffer]:
    """Of what the seat has in its cargo now."""
    s = position.twin
    if s.turn == OVER:
        return []
    return [
        OrderOffer(DROP, ITEM_NAMES[item], f"When the cargo is too full, drop {ITEM_NAMES[item]}")
        for item in range(ITEMS)
        if s.cargo[seat][item] > 0
    ]


def carry_out(position: Position, seat: int, order: Order) -> Step:
    s = position.twin
    if order.kind != DROP or order.about not in ITEM_NAMES:
        return End("There is no such order.")
    item = ITEM_NAMES.index(order.about)
    if s.cargo[seat][item] == 0:
        return End(f"You have no {order.about} left.")
    if s.turn != seat or DROP_ONE + item not in position.legal():
        return WAIT
    return Do(DROP_ONE + item)
