"""Shares: how they change hands, the auctions of one railroad, and how a round begins."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY, drop_out, open_auction, place_bid, sold
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import BID, PASS
from roundhouse.games.southern.state import (
    AUCTION,
    FREE_LINK,
    RAILROADS,
    STOCK,
    TRACK,
    Board,
    State,
)


@rule
def transfer_share(s: State, railroad: int, seat: int, price: int) -> None:
    """A seat buys a share; strictly more than the president's make it president (S3)."""
    s.cash[seat] -= price
    s.treasury[railroad] += price
    s.shares[seat][railroad] += 1
    s.sold[railroad] += 1
    president = s.president[railroad]
    if president == NOBODY or s.shares[seat][railroad] > s.shares[president][railroad]:
        s.president[railroad] = seat


@rule
def start_auction(s: State, opener: int) -> None:
    """A share of the railroad is for sale; whoever opens must bid."""
    s.phase = AUCTION
    open_auction(s, opener, 0, True)


@rule
def bid(board: Board, s: State, action: int) -> None:
    if action == PASS:
        drop_out(s)
    else:
        place_bid(s, action - BID)
    if sold(s):
        end_auction(board, s)


@rule
def end_auction(board: Board, s: State) -> None:
    railroad = s.railroad
    transfer_share(s, railroad, s.best_seat, s.price)
    close_auction(s)
    s.turn = s.president[railroad]
    if s.round_number > 0:
        s.phase = TRACK
        return
    s.phase = FREE_LINK
    home = board.links_at[board.home[railroad]]
    if (s.free[0] & home[0]) | (s.free[1] & home[1]) == 0:  # S12
        next_initial(s)


@rule
def close_auction(s: State) -> None:
    """Leave nothing of an auction: the same position is the same bytes."""
    for seat in range(s.seats):
        s.bidders[seat] = 0
    s.opener = 0
    s.best_seat = 0
    s.price = 0
    s.floor = 0
    s.must_open = 0


@rule
def next_initial(s: State) -> None:
    """The next initial auction, opened by the president just made; or the first round."""
    if s.railroad + 1 < RAILROADS:
        opener = s.president[s.railroad]
        s.railroad += 1
        start_auction(s, opener)
    else:
        start_round(s)


@rule
def start_round(s: State) -> None:
    s.round_number += 1
    s.railroad = 0
    s.phase = STOCK
    s.turn = s.president[0]
