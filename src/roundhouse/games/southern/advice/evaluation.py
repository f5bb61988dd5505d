"""Expected final cash of each seat.

An auction or a negotiation in progress is assumed to end sensibly.
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.games.southern.advice.estimates import (
    DOLLAR,
    estimate_cash_rate,
    estimate_deal_gain,
    estimate_payments,
    estimate_railroad,
    estimate_rounds_left,
    estimate_share,
)
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL_AUCTION,
    RAILROADS,
    REPLY,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

MINORITY = 92  # percent; a judgement: without the presidency, a share earns as others decide

MIN_PROFIT = 100  # cents; a predicted bidder expects to gain more than this


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Estimate each seat's final cash, in cents."""
    if s.turn == OVER:
        for seat in range(s.seats):
            out[seat] = DOLLAR * s.cash[seat]
        return
    rounds_left = estimate_rounds_left(s)
    buyer = predict_buyer(s, rounds_left)
    price = 0
    if buyer != NO_SEAT:
        price = predict_price(s, buyer)
    deal = False
    seller = NO_SEAT
    if s.phase == ANSWER or s.phase == REPLY:
        deal = will_agree(board, s, rounds_left)
        seller = owner_of(board, s, s.link)
    rate = estimate_cash_rate(board, s, rounds_left)
    for seat in range(s.seats):
        out[seat] = rate * (s.cash[seat] - (price if seat == buyer else 0))
    for railroad in range(RAILROADS):
        income = s.income[railroad]
        treasury = s.treasury[railroad]
        shares = s.sold[railroad]
        selling = buyer != NO_SEAT and railroad == s.railroad
        if selling:
            treasury += price
            shares += 1
        if deal:
            income += income_change(board, s, s.link, seller, railroad)
            if railroad == s.railroad:
                treasury -= s.price
            elif railroad == seller:
                treasury += s.price
        if shares == 0:
            continue
        tenths = estimate_payments(s, railroad, rounds_left)
        each = estimate_railroad(income, treasury, s.cubes[railroad], tenths) // shares
        add_shares(s, railroad, each, buyer if selling else NO_SEAT, out)


@rule
def add_shares(s: StateLayout, railroad: int, each: int, buyer: int, out: list[int]) -> None:
    """Add the value of the seats' shares of a railroad; the buyer has one more."""
    for seat in range(s.seats):
        mine = s.shares[seat][railroad]
        if seat == buyer:
            mine += 1
        if seat == s.president[railroad]:
            out[seat] += mine * each
        else:
            out[seat] += mine * each * MINORITY // 100


@rule
def predict_buyer(s: StateLayout, rounds_left: int) -> int:
    """Predict who gets the share now for sale, or NO_SEAT."""
    if s.phase == AUCTION:
        return s.best_seat
    if s.phase == BULL_AUCTION:
        best = s.best_seat
        price = s.floor
        last = (s.card + s.offered) % s.seats
        seat = s.turn
        for _ in range(s.seats):
            value = estimate_share(s, s.railroad, price, rounds_left)
            worth_it = value > DOLLAR * price + MIN_PROFIT
            if s.cash[seat] >= price and worth_it:
                best = seat
                price += 1
            if seat == last:
                break
            seat = (seat + 1) % s.seats
        return best
    return NO_SEAT


@rule
def predict_price(s: StateLayout, buyer: int) -> int:
    """Predict what that buyer pays; once around, later bidders raise by a dollar."""
    if s.phase == BULL_AUCTION and buyer != s.best_seat:
        return s.floor
    return s.price


@rule
def will_agree(board: BoardLayout, s: StateLayout, rounds_left: int) -> bool:
    """Predict whether the deciding president accepts the price."""
    if s.phase == ANSWER:
        seat = s.president[owner_of(board, s, s.link)]
    else:
        seat = s.president[s.railroad]
    return estimate_deal_gain(board, s, s.link, seat, s.price, rounds_left) > 0
