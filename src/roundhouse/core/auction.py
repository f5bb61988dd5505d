"""The ascending auction: bids rise, whoever passes is out, the last one in wins.

One mechanism for every game that has it. The record of such a game has these fields:

    bidders = i8(SEATS)  # 1: still in
    opener = i8()        # who was asked first
    best_seat = i8()     # who holds the best bid, or NOBODY
    price = i16()        # the best bid
    floor = i16()        # the lowest bid that may be made now
    must_open = i8()     # 1: the opener may not pass on the first call

Typical use: `open_auction`; at each call `list_bids`; then `place_bid` or `drop_out`, and when
`sold` says so the winner is `best_seat`, or NOBODY if all have passed. The number of the action
`pass` must be smaller than that of the lowest bid, for `legal` is ascending.
"""

from __future__ import annotations

from typing import Protocol

from roundhouse.core.rule import rule

NOBODY = -1
HIGHEST = 999  # no amount named in any game is above this


class Auction(Protocol):
    """The part of a record that an auction uses."""

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
    """Everybody is in and `opener` is asked first."""
    for seat in range(s.seats):
        s.bidders[seat] = 1
    s.opener = opener
    s.best_seat = NOBODY
    s.price = 0
    s.floor = floor
    s.must_open = 1 if must_open else 0
    s.turn = opener


@rule
def list_bids(s: Auction, purse: int, out: list[int], n: int, pass_: int, bid: int) -> int:
    """Write `pass` and every bid from the floor to the purse after the first n of `out`.

    `bid` is the action of a bid of 0.
    """
    if s.must_open == 0 or s.best_seat != NOBODY:
        out[n] = pass_
        n += 1
    for amount in range(s.floor, min(purse, HIGHEST) + 1):
        out[n] = bid + amount
        n += 1
    return n


@rule
def place_bid(s: Auction, amount: int) -> None:
    """The seat to act bids; then the next one still in is asked."""
    s.best_seat = s.turn
    s.price = amount
    s.floor = amount + 1
    _ask_next(s)


@rule
def drop_out(s: Auction) -> None:
    """The seat to act passes; then the next one still in is asked."""
    s.bidders[s.turn] = 0
    _ask_next(s)


@rule
def sold(s: Auction) -> bool:
    """Whether it is over: one bidder is left and has bid, or all have passed."""
    inside = 0
    for seat in range(s.seats):
        inside += s.bidders[seat]
    return inside == 0 or (inside == 1 and s.best_seat != NOBODY)


@rule
def _ask_next(s: Auction) -> None:
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if s.bidders[seat] == 1:
            s.turn = seat
            return
