"""What each seat may expect in the end.

An auction or a talk under way is judged as if it ended sensibly from here.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.games.southern.advice.worth import (
    cash_rate,
    deal_gain,
    payments,
    rounds_to_come,
    share_worth,
    worth,
)
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    ONCE,
    RAILROADS,
    REPLY,
    Board,
    Scratch,
    State,
)

MINORITY = 92  # what a share is worth to others than the president, per cent


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Cash in the end, expected, in cents."""
    if s.turn == OVER:
        for seat in range(s.seats):
            out[seat] = 100 * s.cash[seat]
        return
    to_come = rounds_to_come(s)
    buyer = likely_buyer(s, to_come)
    price = 0
    if buyer != NOBODY:
        price = likely_price(s, buyer)
    deal = False
    seller = NOBODY
    if s.phase == ANSWER or s.phase == REPLY:
        deal = will_agree(board, s, to_come)
        seller = owner_of(board, s, s.link)
    rate = cash_rate(board, s, to_come)
    for seat in range(s.seats):
        out[seat] = rate * (s.cash[seat] - (price if seat == buyer else 0))
    for railroad in range(RAILROADS):
        income = s.income[railroad]
        treasury = s.treasury[railroad]
        held = s.sold[railroad]
        selling = buyer != NOBODY and railroad == s.railroad
        if selling:
            treasury += price
            held += 1
        if deal:
            income += income_change(board, s, s.link, seller, railroad)
            if railroad == s.railroad:
                treasury -= s.price
            elif railroad == seller:
                treasury += s.price
        if held == 0:
            continue
        tenths = payments(s, railroad, to_come)
        each = worth(income, treasury, s.cubes[railroad], tenths) // held
        add_shares(s, railroad, each, buyer if selling else NOBODY, out)


@rule
def add_shares(s: State, railroad: int, each: int, buyer: int, out: list[int]) -> None:
    """What their shares of a railroad are worth to the seats; the buyer has one more."""
    for seat in range(s.seats):
        mine = s.shares[seat][railroad]
        if seat == buyer:
            mine += 1
        if seat == s.president[railroad]:
            out[seat] += mine * each
        else:
            out[seat] += mine * each * MINORITY // 100


@rule
def likely_buyer(s: State, to_come: int) -> int:
    """Who will likely get the share now for sale, or NOBODY."""
    if s.phase == AUCTION:
        return s.best_seat
    if s.phase == ONCE:
        best = s.best_seat
        price = s.floor
        last = (s.card + s.offered) % s.seats
        seat = s.turn
        for _ in range(s.seats):
            worth_it = share_worth(s, s.railroad, price, to_come) > 100 * price + 100
            if s.cash[seat] >= price and worth_it:
                best = seat
                price += 1
            if seat == last:
                break
            seat = (seat + 1) % s.seats
        return best
    return NOBODY


@rule
def likely_price(s: State, buyer: int) -> int:
    """What the likely buyer pays: in a once-around auction the later ones go a dollar up."""
    if s.phase == ONCE and buyer != s.best_seat:
        return s.floor
    return s.price


@rule
def will_agree(board: Board, s: State, to_come: int) -> bool:
    """Whether the one who is asked about a price will likely agree."""
    if s.phase == ANSWER:
        seat = s.president[owner_of(board, s, s.link)]
    else:
        seat = s.president[s.railroad]
    return deal_gain(board, s, s.link, seat, s.price, to_come) > 0
