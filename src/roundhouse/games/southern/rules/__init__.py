"""The rules of Southern Pacific. Codes such as S4 are rulings of RULES.md.

network   links, cities and incomes of the railroads   shares        auctions, presidents, rounds
track     building and buying links                    bull_market   the card, offers, the end
income    income and dividends

The functions in this file dispatch by phase.
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT, list_bids
from roundhouse.core.constants import CHANCE
from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    NAME_PRICE,
    OPEN_AUCTION,
    PASS,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.rules.bull_market import bid_once, list_offers, offer
from roundhouse.games.southern.rules.income import list_amounts, list_dividends, take_income
from roundhouse.games.southern.rules.network import enter, gain_link
from roundhouse.games.southern.rules.shares import bid, next_initial, start_auction
from roundhouse.games.southern.rules.track import (
    answer,
    lay_track,
    list_free,
    list_track,
    name_price,
)
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    BULL_AUCTION,
    CUBES,
    FREE_LINK,
    INCOME,
    OPEN,
    PRICE,
    RAILROADS,
    SHARES,
    STOCK,
    TRACK,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.turn = CHANCE
    s.phase = OPEN
    s.card = NO_SEAT
    for seat in range(seats):
        s.cash[seat] = board.start_cash[seats]
    for link in range(board.links):
        s.free[board.word[link]] |= board.bit[link]
    for railroad in range(RAILROADS):
        s.president[railroad] = NO_SEAT
        s.cubes[railroad] = CUBES  # S1
        enter(board, s, railroad, board.home[railroad])  # S6


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    phase = s.phase
    if phase == AUCTION:
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if phase == BULL_AUCTION:
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if phase == TRACK:
        return list_track(board, s, out)
    if phase == INCOME:
        return list_dividends(s, out)
    if phase == STOCK:
        out[0] = SKIP
        if s.sold[s.railroad] == SHARES:  # S12
            return 1
        out[1] = SELL
        return 2
    if phase == BULL:
        return list_offers(s, out)
    if phase == PRICE:
        return list_amounts(0, s.treasury[s.railroad], out, 0, NAME_PRICE)  # S13
    if phase == FREE_LINK:
        return list_free(board, s, out)
    if phase == OPEN:
        for seat in range(s.seats):
            out[seat] = OPEN_AUCTION + seat
        return s.seats
    out[0] = ACCEPT
    out[1] = REFUSE
    if phase == ANSWER:
        return list_amounts(s.price + 1, s.treasury[s.railroad], out, 2, ASK)
    return 2


@rule
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    return 1


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    phase = s.phase
    if phase == AUCTION:
        bid(board, s, action)
    elif phase == BULL_AUCTION:
        bid_once(s, action)
    elif phase == TRACK:
        lay_track(board, s, scratch, action)
    elif phase == INCOME:
        take_income(s, action)
    elif phase == STOCK:
        if action == SELL:
            start_auction(s, s.president[s.railroad])
        else:
            s.phase = TRACK
    elif phase == BULL:
        offer(s, action)
    elif phase == PRICE:
        name_price(board, s, scratch, action - NAME_PRICE)
    elif phase == FREE_LINK:
        gain_link(board, s, scratch, s.railroad, action - BUILD)
        next_initial(s)
    elif phase == OPEN:
        s.first_opener = action - OPEN_AUCTION
        start_auction(s, s.first_opener)
    else:
        answer(board, s, scratch, action)


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.cash[seat]


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Rank by cash; ties go clockwise from the holder of the Bull Market card (S5)."""
    for seat in range(s.seats):
        from_card = (seat - s.card) % s.seats
        scratch.keys[seat] = s.cash[seat] * s.seats - from_card
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    return  # nothing is hidden
