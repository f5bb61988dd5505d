"""Priors of the actions, without looking ahead. The weights are judgements."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    NAME_PRICE,
    OFFER,
    PASS,
    PAY,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.advice.estimates import (
    estimate_cash_rate,
    estimate_deal_gain,
    estimate_payments,
    estimate_rounds_left,
    estimate_share,
)
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    BULL_AUCTION,
    FREE_LINK,
    INCOME,
    PRICE,
    STOCK,
    TRACK,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

# Auctions.
MAX_RAISE = 4  # dollars; bids further above the minimum get the lowest prior
MINIMUM_BID_PRIOR, RAISE_COST = 700, 150  # while the share pays for it; less per dollar above
PASS_PRIOR, GIVE_UP_PRIOR = 100, 900  # while the share pays for the minimum bid; otherwise

# Selling a share in a railroad's turn.
POOR = 15  # dollars; with less in the treasury a railroad cannot build three links
SELL_EARLY = 10  # tenths of a round; a share sold later brings no track that pays
SELL_PRIOR, RICH_SELL_PRIOR, NO_SALE_PRIOR = 600, 200, 300  # poor; not poor; decline

# Bull Market.
NO_OFFER_PRIOR = 100
OFFER_PRIOR, MAX_OFFER_PRIOR = 150, 900  # plus a tenth of the share's value in cents

# Track.
DONE_PRIOR = 100
BUY_PRIOR = 8  # if it adds income: most negotiations fail
FREE_LINK_PRIOR = 200  # per dollar of income
LINK_PRIOR, LINK_PROFIT_PRIOR, MAX_LINK_PRIOR = 110, 5, 900  # if it pays; per tenth of a dollar

# Dividends.
BUILD_AGAIN = 15  # tenths of a round; with less left the treasury is paid out completely
KEPT_LINKS, LINK_COST = 2, 5  # links whose cost stays in the treasury; dollars each
BEST_DIVIDEND_PRIOR, DIVIDEND_COST = 900, 300  # less per dollar away from the best dividend

# Negotiations.
ACCEPT_PRIOR, POOR_ACCEPT_PRIOR = 600, 20  # if the seat gains; otherwise
REFUSE_PRIOR = 200
OWN_PRICE_PRIOR, OWN_PRICE_COST = 800, 40  # president of both: low prices, less per dollar
FAIR_PRICE_PRIOR = 900  # the lowest price that the other president should accept
HIGH_PRICE_PRIOR, HIGH_PRICE_COST = 100, 10  # above it, less per dollar
LOW_PRICE_PRIOR, LOW_PRICE_COST = 20, 2  # a price the other president should refuse
ASK_PRIOR, ASK_RAISE_PRIOR, MAX_ASK_PRIOR = 40, 5, 150  # plus, per dollar above the offer


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return the estimated rounds left, in tenths."""
    return estimate_rounds_left(s)


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Return the prior of an action, 0 to 1000."""
    phase = s.phase
    if phase == AUCTION:
        return bid_prior(board, s, action, context)
    if phase == BULL_AUCTION:
        return bid_prior(board, s, action, context)
    if phase == TRACK:
        return track_prior(board, s, action, context)
    if phase == FREE_LINK:
        return track_prior(board, s, action, context)
    if phase == INCOME:
        return dividend_prior(s, action, context)
    if phase == STOCK:
        poor = s.treasury[s.railroad] < POOR and context >= SELL_EARLY
        if action == SELL:
            return SELL_PRIOR if poor else RICH_SELL_PRIOR
        return NO_SALE_PRIOR
    if phase == BULL:
        if action == PASS:
            return NO_OFFER_PRIOR
        value = estimate_share(s, action - OFFER, 0, context)
        return max(1, min(MAX_OFFER_PRIOR, OFFER_PRIOR + value // 10))
    return negotiation_prior(board, s, action, context)


@rule
def bid_prior(board: BoardLayout, s: StateLayout, action: int, rounds_left: int) -> int:
    """Favour the minimum bid while the share pays for it."""
    amount = s.floor if action == PASS else action - BID
    if amount > s.floor + MAX_RAISE:
        return 1
    rate = estimate_cash_rate(board, s, rounds_left)
    worth_it = amount == 0 or estimate_share(s, s.railroad, amount, rounds_left) >= rate * amount
    if action == PASS:
        return PASS_PRIOR if worth_it else GIVE_UP_PRIOR
    return MINIMUM_BID_PRIOR - RAISE_COST * (amount - s.floor) if worth_it else 1


@rule
def track_prior(board: BoardLayout, s: StateLayout, action: int, rounds_left: int) -> int:
    """Favour links that pay for themselves."""
    if action == DONE:
        return DONE_PRIOR
    link = action - BUILD if action < BUY else action - BUY
    seller = NO_SEAT if action < BUY else owner_of(board, s, link)
    change = income_change(board, s, link, seller, s.railroad)
    if action >= BUY:
        return BUY_PRIOR if change > 0 else 1
    if s.phase == FREE_LINK:
        return max(1, FREE_LINK_PRIOR * change)
    # In tenths of a dollar.
    gain = change * estimate_payments(s, s.railroad, rounds_left) - 10 * board.link_cost
    if gain <= 0:
        return 1
    return min(MAX_LINK_PRIOR, LINK_PRIOR + LINK_PROFIT_PRIOR * gain)


@rule
def dividend_prior(s: StateLayout, action: int, rounds_left: int) -> int:
    """Pay out everything but the cost of the next links."""
    if action == SKIP:
        return 1
    keep = 0
    if rounds_left >= BUILD_AGAIN:
        keep = LINK_COST * min(s.cubes[s.railroad], KEPT_LINKS)
    most = (s.treasury[s.railroad] + s.income[s.railroad] - keep) // s.sold[s.railroad]
    return max(2, BEST_DIVIDEND_PRIOR - DIVIDEND_COST * abs(action - PAY - max(most, 0)))


@rule
def negotiation_prior(board: BoardLayout, s: StateLayout, action: int, rounds_left: int) -> int:
    """Favour prices that gain the acting president something."""
    buyer = s.president[s.railroad]
    seller = s.president[owner_of(board, s, s.link)]
    if action == ACCEPT:
        seat = seller if s.phase == ANSWER else buyer
        gain = estimate_deal_gain(board, s, s.link, seat, s.price, rounds_left)
        return ACCEPT_PRIOR if gain > 0 else POOR_ACCEPT_PRIOR
    if action == REFUSE:
        return REFUSE_PRIOR
    if s.phase == PRICE:
        amount = action - NAME_PRICE
        if seller == buyer:
            return max(2, OWN_PRICE_PRIOR - OWN_PRICE_COST * amount)
        if estimate_deal_gain(board, s, s.link, seller, amount, rounds_left) <= 0:
            return max(1, LOW_PRICE_PRIOR - LOW_PRICE_COST * amount)
        if (
            amount == 0
            or estimate_deal_gain(board, s, s.link, seller, amount - 1, rounds_left) <= 0
        ):
            return FAIR_PRICE_PRIOR
        return max(2, HIGH_PRICE_PRIOR - HIGH_PRICE_COST * amount)
    amount = action - ASK
    if estimate_deal_gain(board, s, s.link, buyer, amount, rounds_left) <= 0:
        return 1
    return min(MAX_ASK_PRIOR, ASK_PRIOR + ASK_RAISE_PRIOR * (amount - s.price))
