"""Standing orders for the ascending auction of `core/auction.py`: bid up to an amount, pass this
one, pass until a certain thing is sold.

Whoever bids by such an order bids as little as will do. When it takes more than was ordered, it
passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.core.auction import HIGHEST, NOBODY, Auction
from roundhouse.core.orders import AMOUNT, WAIT, Do, End, Order, OrderOffer, Step

BID_UP_TO, PASS_THIS, PASS_UNTIL = "bid-up-to", "pass-this", "pass-until"


@dataclass(frozen=True)
class Lot:
    """What a room says about its auction at a position: what is sold now (empty: nothing), its
    name, and what else may come to be sold."""

    id: str
    name: str
    purse: int  # of the seat that is asked about
    raises: bool  # whether a seat may bid again when it was outbid
    others: tuple[tuple[str, str], ...]  # (id, name)


def auction_orders(s: Auction, seat: int, lot: Lot) -> list[OrderOffer]:
    """The orders that a seat can give now."""
    made = [
        OrderOffer(PASS_UNTIL, id_, f"Pass every auction until {name} is sold")
        for id_, name in lot.others
    ]
    if not lot.id or not s.bidders[seat]:
        return made
    low = s.floor if s.best_seat != seat else s.floor + 1
    high = min(lot.purse, HIGHEST)
    here = [OrderOffer(PASS_THIS, lot.id, f"Pass this auction of {lot.name}")]
    if lot.raises and low <= high:
        words = f"Bid up to ${AMOUNT} for {lot.name}"
        here.insert(0, OrderOffer(BID_UP_TO, lot.id, words, low, high))
    return [*here, *made]


def carry_out_in_auction(
    s: Auction, seat: int, lot: Lot, order: Order, pass_: int, bid: Callable[[int], int]
) -> Step:
    """What such an order says now. `pass_` and `bid(amount)` are the room's actions."""
    if order.kind == PASS_UNTIL:
        return _until(s, seat, lot, order, pass_)
    if lot.id != order.about:
        return End("That auction is over.")
    if not s.bidders[seat]:
        return End("You are out of that auction.")
    if s.turn != seat:
        return WAIT
    if order.kind == BID_UP_TO and s.floor <= order.amount:
        if s.floor > lot.purse:
            return End("You cannot pay any more for it.")
        return Do(bid(s.floor))
    return _pass(s, pass_)


def _pass(s: Auction, pass_: int) -> Step:
    if s.must_open and s.best_seat == NOBODY:
        return End("You must open the bidding.")
    return Do(pass_)


def _until(s: Auction, seat: int, lot: Lot, order: Order, pass_: int) -> Step:
    if lot.id == order.about:
        return End(f"{lot.name} is being sold.")
    if order.about not in dict(lot.others):
        return End("It is not sold any more.")
    if not lot.id or s.turn != seat:
        return WAIT
    return _pass(s, pass_)
