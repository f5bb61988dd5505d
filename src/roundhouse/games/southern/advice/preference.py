"""How readily a sensible player does something, judged without looking ahead."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    OFFER,
    PASS,
    PAY,
    PRICED,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.advice.worth import (
    cash_rate,
    deal_gain,
    payments,
    rounds_to_come,
    share_worth,
)
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    FREE_LINK,
    INCOME,
    ONCE,
    PRICE,
    STOCK,
    TRACK,
    Board,
    Scratch,
    State,
)

LEAPS = 4  # bids so far above the least are thinkable


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """Tenths of rounds to come."""
    return rounds_to_come(s)


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, to_come: int) -> int:
    phase = s.phase
    if phase == AUCTION:
        return prefer_bid(board, s, action, to_come)
    if phase == ONCE:
        return prefer_bid(board, s, action, to_come)
    if phase == TRACK:
        return prefer_track(board, s, action, to_come)
    if phase == FREE_LINK:
        return prefer_track(board, s, action, to_come)
    if phase == INCOME:
        return prefer_dividend(s, action, to_come)
    if phase == STOCK:
        poor = s.treasury[s.railroad] < 15 and to_come >= 10
        if action == SELL:
            return 600 if poor else 200
        return 300
    if phase == BULL:
        if action == PASS:
            return 100
        return max(1, min(900, 150 + share_worth(s, action - OFFER, 0, to_come) // 10))
    return prefer_talk(board, s, action, to_come)


@rule
def prefer_bid(board: Board, s: State, action: int, to_come: int) -> int:
    """The lowest bid, while the share is worth it."""
    amount = s.floor if action == PASS else action - BID
    if amount > s.floor + LEAPS:
        return 1  # not worth working out
    rate = cash_rate(board, s, to_come)
    worth_it = amount == 0 or share_worth(s, s.railroad, amount, to_come) >= rate * amount
    if action == PASS:
        return 100 if worth_it else 900
    return 700 - 150 * (amount - s.floor) if worth_it else 1


@rule
def prefer_track(board: Board, s: State, action: int, to_come: int) -> int:
    if action == DONE:
        return 100
    link = action - BUILD if action < BUY else action - BUY
    seller = NOBODY if action < BUY else owner_of(board, s, link)
    change = income_change(board, s, link, seller, s.railroad)
    if action >= BUY:
        return 8 if change > 0 else 1
    if s.phase == FREE_LINK:
        return max(1, 200 * change)
    gain = change * payments(s, s.railroad, to_come) - 10 * board.link_cost
    if gain <= 0:
        return 1
    return min(900, 110 + 5 * gain)


@rule
def prefer_dividend(s: State, action: int, to_come: int) -> int:
    """All but what the next links will cost."""
    if action == SKIP:
        return 1
    keep = 0
    if to_come >= 15:
        keep = 5 * min(s.cubes[s.railroad], 2)
    most = (s.treasury[s.railroad] + s.income[s.railroad] - keep) // s.sold[s.railroad]
    return max(2, 900 - 300 * abs(action - PAY - max(most, 0)))


@rule
def prefer_talk(board: Board, s: State, action: int, to_come: int) -> int:
    buyer = s.president[s.railroad]
    seller = s.president[owner_of(board, s, s.link)]
    if action == ACCEPT:
        seat = seller if s.phase == ANSWER else buyer
        return 600 if deal_gain(board, s, s.link, seat, s.price, to_come) > 0 else 20
    if action == REFUSE:
        return 200
    if s.phase == PRICE:
        amount = action - PRICED
        if seller == buyer:
            return max(2, 800 - 40 * amount)
        if deal_gain(board, s, s.link, seller, amount, to_come) <= 0:
            return max(1, 20 - 2 * amount)
        # The least that the other president will take.
        if amount == 0 or deal_gain(board, s, s.link, seller, amount - 1, to_come) <= 0:
            return 900
        return max(2, 100 - 10 * amount)
    amount = action - ASK
    if deal_gain(board, s, s.link, buyer, amount, to_come) <= 0:
        return 1
    return min(150, 40 + 5 * (amount - s.price))
