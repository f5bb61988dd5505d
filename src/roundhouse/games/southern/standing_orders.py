"""Standing orders of Southern Pacific: for its auctions."""

from __future__ import annotations

from roundhouse.core.auction_standing_orders import Lot, auction_orders, carry_out_in_auction
from roundhouse.core.standing_orders import Order, OrderOffer, OrderStep, choose_in_turn
from roundhouse.games.southern.actions import BID, PASS
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.state import AUCTION, BULL_AUCTION, RAILROADS, SHARES, State

choose_early = choose_in_turn


def list_orders(state: State, seat: int) -> list[OrderOffer]:
    """List the standing orders that a seat may give."""
    return auction_orders(state.py_state, seat, _current_lot(state, seat))


def carry_out(state: State, seat: int, order: Order) -> OrderStep:
    """Return the action that an order takes now."""
    lot = _current_lot(state, seat)
    return carry_out_in_auction(state.py_state, seat, lot, order, PASS, lambda amount: BID + amount)


def _current_lot(state: State, seat: int) -> Lot:
    """Return the share for sale; in a Bull Market a seat bids once and cannot raise."""
    s, names = state.py_state, Names(state.game.board_file.data)
    selling = s.turn >= 0 and s.phase in (AUCTION, BULL_AUCTION)
    now = s.railroad if selling else -1
    others = tuple(
        (names.railroads[r], names.short[r])
        for r in range(RAILROADS)
        if r != now and s.sold[r] < SHARES
    )
    if not selling:
        return Lot("", "", s.cash[seat], True, others)
    raises = s.phase == AUCTION
    return Lot(names.railroads[now], names.short[now], s.cash[seat], raises, others)
