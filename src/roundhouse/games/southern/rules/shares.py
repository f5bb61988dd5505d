"""Shares: sales, auctions, presidents and the start of a round."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT, drop_out, is_sold, open_auction, place_bid
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import BID, PASS
from roundhouse.games.southern.state import (
    AUCTION,
    FREE_LINK,
    RAILROADS,
    STOCK,
    TRACK,
    BoardLayout,
    StateLayout,
)


@rule
def transfer_share(s: StateLayout, railroad: int, seat: int, price: int) -> None:
    """Sell a share to a seat; with more than the president it becomes president (S3)."""
    s.cash[seat] -= price
    s.treasury[railroad] += price
    s.shares[seat][railroad] += 1
    s.sold[railroad] += 1
    president = s.president[railroad]
    if president == NO_SEAT or s.shares[seat][railroad] > s.shares[president][railroad]:
        s.president[railroad] = seat


@rule
def start_auction(s: StateLayout, opener: int) -> None:
    """Auction a share of the railroad; the opener must bid."""
    s.phase = AUCTION
    open_auction(s, opener, 0, True)


@rule
def bid(board: BoardLayout, s: StateLayout, action: int) -> None:
    if action == PASS:
        drop_out(s)
    else:
        place_bid(s, action - BID)
    if is_sold(s):
        end_auction(board, s)


@rule
def end_auction(board: BoardLayout, s: StateLayout) -> None:
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
def close_auction(s: StateLayout) -> None:
    """Reset the auction fields, so that equal positions are equal bytes."""
    for seat in range(s.seats):
        s.bidders[seat] = 0
    s.opener = 0
    s.best_seat = 0
    s.price = 0
    s.floor = 0
    s.must_open = 0


@rule
def next_initial(s: StateLayout) -> None:
    """Start the next initial auction, opened by the new president, or round 1."""
    if s.railroad + 1 < RAILROADS:
        opener = s.president[s.railroad]
        s.railroad += 1
        start_auction(s, opener)
    else:
        start_round(s)


@rule
def start_round(s: StateLayout) -> None:
    s.round_number += 1
    s.railroad = 0
    s.phase = STOCK
    s.turn = s.president[0]
