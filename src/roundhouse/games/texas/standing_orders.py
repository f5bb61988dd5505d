"""Standing orders of Texas & Pacific: for its auctions."""

from __future__ import annotations

from roundhouse.core.auction_standing_orders import Lot, auction_orders, carry_out_in_auction
from roundhouse.core.standing_orders import Order, OrderOffer, OrderStep, choose_in_turn
from roundhouse.games.texas.actions import BID, PASS, RAILROAD_IDS
from roundhouse.games.texas.names import railroad_label
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.state import RAILROADS, State

choose_early = choose_in_turn


def list_orders(state: State, seat: int) -> list[OrderOffer]:
    """List the standing orders that a seat may give."""
    return auction_orders(state.py_state, seat, _current_lot(state, seat))


def carry_out(state: State, seat: int, order: Order) -> OrderStep:
    """Return the action that an order takes now."""
    lot = _current_lot(state, seat)
    return carry_out_in_auction(state.py_state, seat, lot, order, PASS, lambda amount: BID + amount)


def _current_lot(state: State, seat: int) -> Lot:
    s = state.py_state
    now = s.selling if s.turn >= 0 and in_auction(s) else -1
    others = tuple(
        (RAILROAD_IDS[r], railroad_label(state, r))
        for r in range(RAILROADS)
        if r != now and s.sold[r] < state.board.shares[r]
    )
    if now < 0:
        return Lot("", "", s.cash[seat], True, others)
    return Lot(RAILROAD_IDS[now], railroad_label(state, now), s.cash[seat], True, others)
