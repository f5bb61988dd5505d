"""The Bull Market: the card, the offers and the end of the game."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import BID, OFFER, PASS
from roundhouse.games.southern.rules.shares import close_auction, start_round, transfer_share
from roundhouse.games.southern.state import (
    BULL,
    BULL_AUCTION,
    ENDED,
    RAILROADS,
    ROUNDS,
    SHARES,
    StateLayout,
)


@rule
def open_market(s: StateLayout) -> None:
    s.railroad = 0
    s.card = find_poorest(s)  # before the offers (S14)
    s.first_opener = 0
    s.phase = BULL
    s.turn = s.card


@rule
def find_poorest(s: StateLayout) -> int:
    """Return the seat that gets the Bull Market card: least cash, ties by S4."""
    least = s.cash[0]
    for seat in range(1, s.seats):
        least = min(least, s.cash[seat])
    start = s.card + 1  # left of the holder first, the holder last (S4)
    if s.card == NO_SEAT:
        poor = 0
        for seat in range(s.seats):
            if s.cash[seat] == least:
                poor |= 1 << seat
        for railroad in range(RAILROADS):
            if (poor >> s.president[railroad]) & 1 == 1:
                return s.president[railroad]
        start = s.first_opener  # the opener first (S14)
    for step in range(s.seats):
        seat = (start + step) % s.seats
        if s.cash[seat] == least:
            return seat
    return start


@rule
def list_offers(s: StateLayout, out: list[int]) -> int:
    out[0] = PASS
    n = 1
    for railroad in range(RAILROADS):
        if s.sold[railroad] < SHARES:
            out[n] = OFFER + railroad
            n += 1
    return n


@rule
def offer(s: StateLayout, action: int) -> None:
    """Offer a share, or none."""
    if action == PASS:
        s.offered += 1
        next_offer(s)
    else:  # once around, from the left of the offering seat
        s.railroad = action - OFFER
        s.best_seat = NO_SEAT
        s.phase = BULL_AUCTION
        s.turn = (s.turn + 1) % s.seats


@rule
def bid_once(s: StateLayout, action: int) -> None:
    offerer = (s.card + s.offered) % s.seats
    if action != PASS:
        s.best_seat = s.turn
        s.price = action - BID
        s.floor = s.price + 1
    if s.turn != offerer:
        s.turn = (s.turn + 1) % s.seats
        return
    if s.best_seat != NO_SEAT:
        transfer_share(s, s.railroad, s.best_seat, s.price)
    close_auction(s)
    s.railroad = 0
    s.offered += 1
    s.phase = BULL
    next_offer(s)


@rule
def next_offer(s: StateLayout) -> None:
    if s.offered < s.seats:
        s.turn = (s.card + s.offered) % s.seats
        return
    s.offered = 0
    if is_last_round(s):
        s.phase = ENDED
        s.turn = OVER
    else:
        start_round(s)


@rule
def is_last_round(s: StateLayout) -> bool:
    if s.round_number == ROUNDS:  # S9
        return True
    sold = 0
    for railroad in range(RAILROADS):
        if s.cubes[railroad] == 0:
            return True
        sold += s.sold[railroad]
    return sold == RAILROADS * SHARES
