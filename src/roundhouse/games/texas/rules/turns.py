"""Effects of moves: auctions, Decisions and what follows them."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT, drop_out, is_sold, open_auction, place_bid
from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.games.texas.actions import BID, BUILD, CLAIM, DECIDE, OFFER, OPEN, PASS, RUN, WEST
from roundhouse.games.texas.rules.ending import is_finished
from roundhouse.games.texas.rules.money import minimum_bid, pay_general_dividends
from roundhouse.games.texas.rules.track import build, go_west, lay_track
from roundhouse.games.texas.state import (
    BUILDING,
    CHOOSE,
    CLAIM_RANCH,
    DECISIONS,
    GHH,
    INITIAL_AUCTION,
    OFFER_STOCK,
    RANCH,
    RUN_RAILROAD,
    SP,
    STOCK,
    STOCK_AUCTION,
    TP,
    TP_AUCTION,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    """Apply an action."""
    if s.phase == CLAIM_RANCH or s.phase == RUN_RAILROAD:
        if action == PASS:
            end_decision(board, s)
        elif action >= RUN:
            s.running = action - RUN
            s.phase = BUILDING
        else:
            claim(board, s, action - CLAIM)
    elif action >= BUILD:
        if action < WEST:
            build(board, s, action - BUILD)
        else:
            if action == WEST:
                go_west(s)
            end_decision(board, s)
    elif action >= OFFER:
        s.selling = action - OFFER
        s.phase = STOCK_AUCTION
        open_auction(s, s.mover, minimum_bid(s, s.selling), True)
    elif action >= DECIDE:
        decide(s, action - DECIDE)
    elif action >= PASS:
        bid_or_pass(board, s, action)
    else:
        s.phase = INITIAL_AUCTION
        s.selling = GHH
        open_auction(s, action - OPEN, s.income[GHH], False)


@rule
def decide(s: StateLayout, decision: int) -> None:
    """Start the chosen Decision and move its cube one box (T11)."""
    s.steps[decision] += 1
    if decision == STOCK:
        s.phase = OFFER_STOCK
    elif decision == RANCH:
        s.phase = CLAIM_RANCH
    else:
        s.phase = RUN_RAILROAD


@rule
def bid_or_pass(board: BoardLayout, s: StateLayout, action: int) -> None:
    """Bid or pass; sell the certificate when the auction is over."""
    if action == PASS:
        drop_out(s)
    else:
        place_bid(s, action - BID)
    if not is_sold(s):
        return
    winner = s.best_seat
    if winner == NO_SEAT:
        winner = s.opener  # free; T10
    railroad = s.selling
    phase = s.phase
    s.cash[winner] -= s.price
    s.treasury[railroad] += s.price  # T10: also if the railroad has gone West
    s.owned[winner][railroad] += 1
    s.sold[railroad] += 1
    clear_auction(s)
    if phase != INITIAL_AUCTION:
        end_decision(board, s)
    elif railroad < SP:
        s.selling = railroad + 1
        open_auction(s, winner, s.income[railroad + 1], False)
    else:
        for seat in range(s.seats):
            if s.owned[seat][GHH] > 0:
                begin_turn(s, seat)


@rule
def clear_auction(s: StateLayout) -> None:
    """Reset the auction's fields."""
    s.selling = 0
    s.opener = 0
    s.best_seat = 0
    s.price = 0
    s.floor = 0
    s.must_open = 0
    for seat in range(s.seats):
        s.bidders[seat] = 0


@rule
def begin_turn(s: StateLayout, seat: int) -> None:
    """Start the turn of a seat."""
    s.phase = CHOOSE
    s.mover = seat
    s.turn = seat


@rule
def claim(board: BoardLayout, s: StateLayout, hex_: int) -> None:
    """Claim a ranch; the sixth opens T&P."""
    s.markers[board.ranch_number[hex_]] = 0
    s.ranches[s.turn] += 1
    s.claimed += 1
    if s.claimed == board.tp_opens_after:
        s.income[TP] = board.start_income[TP]  # T8: no extra income for Dallas
        lay_track(board, s, TP, board.start_hex[TP])
        s.phase = TP_AUCTION
        s.selling = TP
        open_auction(s, s.mover, s.income[TP], False)
    else:
        end_decision(board, s)


@rule
def end_decision(board: BoardLayout, s: StateLayout) -> None:
    """Pay dividends if the round is over; then move on or end the game."""
    s.running = 0
    s.builds = 0
    at_end = 0
    for decision in range(DECISIONS):
        if s.steps[decision] >= board.last_step[decision]:
            at_end += 1
    if at_end >= 2:
        pay_general_dividends(s)
        for decision in range(DECISIONS):
            s.steps[decision] = 0
        s.round_number += 1
        if is_finished(board, s):
            s.turn = OVER
            s.phase = 0
            s.mover = 0
            return
    begin_turn(s, (s.mover + 1) % s.seats)
