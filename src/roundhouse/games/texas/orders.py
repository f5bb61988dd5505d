"""Standing orders of Texas & Pacific: for its auctions. (Everything is open to everybody.)"""

from __future__ import annotations

from roundhouse.core.auction_orders import Lot, auction_orders, carry_out_in_auction
from roundhouse.core.orders import Order, OrderOffer, Step
from roundhouse.games.texas.actions import BID, PASS, RAILROAD_IDS
from roundhouse.games.texas.names import railroad_label
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.state import RAILROADS, Position


def orders(position: Position, seat: int) -> list[OrderOffer]:
    return auction_orders(position.twin, seat, _lot(position, seat))


def carry_out(position: Position, seat: int, order: Order) -> Step:
    lot = _lot(position, seat)
    return carry_out_in_auction(position.twin, seat, lot, order, PASS, lambda amount: BID + amount)


def _lot(position: Position, seat: int) -> Lot:
    s = position.twin
    now = s.selling if s.turn >= 0 and in_auction(s) else -1
    others = tuple(
        (RAILROAD_IDS[r], railroad_label(position, r))
        for r in range(RAILROADS)
        if r != now and s.sold[r] < position.board.shares[r]
    )
    if now < 0:
        return Lot("", "", s.cash[seat], True, others)
    return Lot(RAILROAD_IDS[now], railroad_label(position, now), s.cash[seat], True, others)
