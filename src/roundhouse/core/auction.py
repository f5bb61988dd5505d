"""The ascending auction: bids rise, who passes is out, the last seat wins.

Every game with such an auction uses this module. Its state has these fields:

    bidders = i8(SEATS)  # 1: still in
    opener = i8()        # the seat that bids first
    best_seat = i8()     # the seat with the highest bid, or NO_SEAT
    price = i16()        # the highest bid
    floor = i16()        # the lowest bid allowed now
    must_open = i8()     # 1: the opener may not pass at first

Typical use: call `open_auction`; at each decision call `list_bids`, then `place_bid` or `drop_out`.
When `is_sold` returns True, the winner is `best_seat`, or NO_SEAT if all seats passed. The action
`pass` must have a lower number than the lowest bid, because legal actions are ascending.
"""

from __future__ import annotations

from typing import Protocol

from roundhouse.core.rule import rule

NO_SEAT = -1
MAX_AMOUNT = 999  # the largest bid in any game


class Auction(Protocol):
    """The fields of a state that an auction uses."""

    turn: int
    seats: int
    bidders: list[int]
    opener: int
    best_seat: int
    price: int
    floor: int
    must_open: int


@rule
def open_auction(s: Auction, opener: int, floor: int, must_open: bool) -> None:
    """Start an auction with all seats in it and `opener` to act."""
    for seat in range(s.seats):
        s.bidders[seat] = 1
    s.opener = opener
    s.best_seat = NO_SEAT
    s.price = 0
    s.floor = floor
    s.must_open = 1 if must_open else 0
    s.turn = opener


@rule
def list_bids(s: Auction, purse: int, out: list[int], n: int, pass_: int, bid: int) -> int:
    """Append `pass` and every affordable bid to the first n actions of `out`.

    `bid` is the action of a bid of 0. Returns the new number of actions.
    """
    if s.must_open == 0 or s.best_seat != NO_SEAT:
        out[n] = pass_
        n += 1
    for amount in range(s.floor, min(purse, MAX_AMOUNT) + 1):
        out[n] = bid + amount
        n += 1
    return n


@rule
def place_bid(s: Auction, amount: int) -> None:
    """Let the seat to act bid, and pass the turn to the next bidder."""
    s.best_seat = s.turn
    s.price = amount
    s.floor = amount + 1
    _ask_next(s)


@rule
def drop_out(s: Auction) -> None:
    """Let the seat to act pass, and pass the turn to the next bidder."""
    s.bidders[s.turn] = 0
    _ask_next(s)


@rule
def is_sold(s: Auction) -> bool:
    """Return whether the auction is over: the only bidder has bid, or all passed."""
    bidders = 0
    for seat in range(s.seats):
        bidders += s.bidders[seat]
    return bidders == 0 or (bidders == 1 and s.best_seat != NO_SEAT)


@rule
def _ask_next(s: Auction) -> None:
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if s.bidders[seat] == 1:
            s.turn = seat
            return
