"""Standing orders for the ascending auction of `core/auction.py`.

The orders are: bid up to an amount, pass this auction, pass until a certain lot is sold. An order
always makes the lowest allowed bid. When that exceeds the amount, the order passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.core.auction import MAX_AMOUNT, NO_SEAT, Auction
from roundhouse.core.formats import format_money
from roundhouse.core.standing_orders import (
    AMOUNT,
    WAIT,
    Order,
    OrderEnd,
    OrderMove,
    OrderOffer,
    OrderStep,
)
from roundhouse.core.translation import translate as _

BID_UP_TO, PASS_THIS, PASS_UNTIL = "bid-up-to", "pass-this", "pass-until"


@dataclass(frozen=True)
class Lot:
    """The lot for sale at a position, and the lots that may follow."""

    id: str  # empty: nothing is for sale
    name: str
    purse: int  # money of the seat with the order
    can_raise: bool  # whether a seat may bid again after being outbid
    others: tuple[tuple[str, str], ...]  # (id, name) of later lots


def auction_orders(s: Auction, seat: int, lot: Lot) -> list[OrderOffer]:
    """Return the orders that a seat can give now."""
    later = [
        OrderOffer(PASS_UNTIL, id_, _("Pass every auction until {lot} is sold", lot=name))
        for id_, name in lot.others
    ]
    if not lot.id or not s.bidders[seat]:
        return later
    low = s.floor if s.best_seat != seat else s.floor + 1
    high = min(lot.purse, MAX_AMOUNT)
    here = [OrderOffer(PASS_THIS, lot.id, _("Pass this auction of {lot}", lot=lot.name))]
    if lot.can_raise and low <= high:
        words = _("Bid up to {money} for {lot}", money=format_money(AMOUNT), lot=lot.name)
        here.insert(0, OrderOffer(BID_UP_TO, lot.id, words, low, high))
    return [*here, *later]


def carry_out_in_auction(
    s: Auction, seat: int, lot: Lot, order: Order, pass_: int, bid: Callable[[int], int]
) -> OrderStep:
    """Return what an order does now; `pass_` and `bid(amount)` are game actions."""
    if order.kind == PASS_UNTIL:
        return _until(s, seat, lot, order, pass_)
    if lot.id != order.about:
        return OrderEnd(_("That auction is over."))
    if not s.bidders[seat]:
        return OrderEnd(_("You are out of that auction."))
    if s.turn != seat:
        return WAIT
    if order.kind == BID_UP_TO and s.floor <= order.amount:
        if s.floor > lot.purse:
            return OrderEnd(_("You cannot pay any more for it."))
        return OrderMove(bid(s.floor))
    return _pass(s, pass_)


def _pass(s: Auction, pass_: int) -> OrderStep:
    if s.must_open and s.best_seat == NO_SEAT:
        return OrderEnd(_("You must open the bidding."))
    return OrderMove(pass_)


def _until(s: Auction, seat: int, lot: Lot, order: Order, pass_: int) -> OrderStep:
    if lot.id == order.about:
        return OrderEnd(_("{lot} is being sold.", lot=lot.name))
    if order.about not in dict(lot.others):
        return OrderEnd(_("It is not sold any more."))
    if not lot.id or s.turn != seat:
        return WAIT
    return _pass(s, pass_)
