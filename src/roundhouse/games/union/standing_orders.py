"""Standing orders of Union Pacific, and the simultaneous opening choice.

Standing orders last until the next dividend.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.standing_orders import WAIT, Order, OrderEnd, OrderMove, OrderOffer, OrderStep
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.union.actions import KEEP, TAKE_DECK
from roundhouse.games.union.state import OPEN_SHOW, SHARE, TRADE, State, StateLayout

KEEP_ALL, TOP_CARD = "keep", "top-card"
ACTIONS = {KEEP_ALL: (TRADE, KEEP), TOP_CARD: (SHARE, TAKE_DECK)}  # phase and action
LABELS = {
    KEEP_ALL: mark("Trade no shares for Union Pacific until the next dividend"),
    TOP_CARD: mark("Always take the top card of the share deck until the next dividend"),
}


def list_orders(state: State, seat: int) -> list[OrderOffer]:
    """List the standing orders that a seat may give."""
    s = state.py_state
    if s.turn == OVER:
        return []
    return [OrderOffer(kind, str(s.paid), _(label)) for kind, label in LABELS.items()]


def carry_out(state: State, seat: int, order: Order) -> OrderStep:
    """Return the action that an order takes now."""
    s = state.py_state
    if order.kind not in ACTIONS:
        return OrderEnd(_("Unknown order."))
    if str(s.paid) != order.about:
        return OrderEnd(_("A dividend was paid."))
    phase, action = ACTIONS[order.kind]
    if s.turn != seat or s.phase != phase:
        return WAIT
    if action not in state.legal():
        return OrderEnd(_("The share deck is empty."))
    return OrderMove(action)


def choose_early(state: State, seat: int) -> State | None:
    """Return the state in which a seat chooses its opening share, or None after it."""
    if state.turn < 0 or seat <= state.turn or state.py_state.phase != OPEN_SHOW:
        return None
    s = StateLayout.unpack(state.pack())
    s.active = s.turn = seat
    return state.game.unpack(s.pack())
