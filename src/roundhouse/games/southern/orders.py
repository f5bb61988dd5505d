"""Standing orders of Southern Pacific: for its auctions. (Everything is open to everybody.)"""

from __future__ import annotations

from roundhouse.core.auction_orders import Lot, auction_orders, carry_out_in_auction
from roundhouse.core.orders import Order, OrderOffer, Step
from roundhouse.games.southern.actions import BID, PASS
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.state import AUCTION, ONCE, RAILROADS, SHARES, Position


def orders(position: Position, seat: int) -> list[OrderOffer]:
    return auction_orders(position.twin, seat, _lot(position, seat))


def carry_out(position: Position, seat: int, order: Order) -> Step:
    lot = _lot(position, seat)
    return carry_out_in_auction(position.twin, seat, lot, order, PASS, lambda amount: BID + amount)


def _lot(position: Position, seat: int) -> Lot:
    """In a Bull Market each seat bids once around: there one cannot bid up to an amount."""
    s, names = position.twin, Names(position.game.board_file.data)
    selling = s.turn >= 0 and s.phase in (AUCTION, ONCE)
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
