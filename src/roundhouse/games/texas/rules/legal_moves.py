"""What may be done, phase by phase."""

from __future__ import annotations

from roundhouse.core.auction import HIGHEST, list_bids
from roundhouse.core.rule import rule
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DONE,
    OFFER,
    OPEN,
    PASS,
    RUN,
    WEST,
)
from roundhouse.games.texas.rules.money import least_bid
from roundhouse.games.texas.state import (
    BUILDING,
    CHOOSE,
    CLAIM_RANCH,
    DECISIONS,
    GONE,
    INITIAL_AUCTION,
    MAY_GO,
    NEAR,
    OFFER_STOCK,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    STOCK,
    STOCK_AUCTION,
    TP_AUCTION,
    Board,
    Scratch,
    State,
)


@rule
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    if in_auction(s):
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if s.phase == BUILDING:
        return list_builds(board, s, out)
    if s.phase == CHOOSE:
        return list_decisions(board, s, out)
    if s.phase == RUN_RAILROAD:
        return list_railroads(s, out)
    if s.phase == CLAIM_RANCH:
        return list_ranches(board, s, out)
    if s.phase == OFFER_STOCK:
        return list_offers(board, s, out)
    for seat in range(s.seats):
        out[seat] = OPEN + seat
    return s.seats


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1  # everybody is equally likely to bid first


@rule
def in_auction(s: State) -> bool:
    """Whether seats are bidding."""
    return s.phase == STOCK_AUCTION or s.phase == INITIAL_AUCTION or s.phase == TP_AUCTION


@rule
def list_decisions(board: Board, s: State, out: list[int]) -> int:
    n = 0
    for decision in range(DECISIONS):
        if can_decide(board, s, decision):
            out[n] = DECIDE + decision
            n += 1
    return n


@rule
def can_decide(board: Board, s: State, decision: int) -> bool:
    """Whether the Decision may be chosen: its cube is not in End, and stock can be sold (T1)."""
    if s.steps[decision] >= board.last_step[decision]:
        return False
    return decision != STOCK or can_offer_any(board, s)


@rule
def can_offer(board: Board, s: State, railroad: int) -> bool:
    """Whether the mover can put up a certificate of the railroad: there is one, and the mover
    can pay the least for it. T&P's first is not sold this way."""
    purse = min(s.cash[s.mover], HIGHEST)  # T7
    return 0 < s.sold[railroad] < board.shares[railroad] and least_bid(s, railroad) <= purse


@rule
def can_offer_any(board: Board, s: State) -> bool:
    """Whether there is anything that the mover can put up."""
    for railroad in range(RAILROADS):
        if can_offer(board, s, railroad):
            return True
    return False


@rule
def list_offers(board: Board, s: State, out: list[int]) -> int:
    n = 0
    for railroad in range(RAILROADS):
        if can_offer(board, s, railroad):
            out[n] = OFFER + railroad
            n += 1
    return n


@rule
def list_ranches(board: Board, s: State, out: list[int]) -> int:
    out[0] = PASS
    n = 1
    for ranch in range(RANCHES):
        hex_ = board.ranch_hex[ranch]
        if s.markers[ranch] == 1 and s.tracks[hex_] > 0:
            out[n] = CLAIM + hex_
            n += 1
    return n


@rule
def list_railroads(s: State, out: list[int]) -> int:
    """The railroads that the mover may build for."""
    out[0] = PASS
    n = 1
    for railroad in range(RAILROADS):
        if s.owned[s.turn][railroad] > 0 and s.west[railroad] != GONE:  # T9
            out[n] = RUN + railroad
            n += 1
    return n


@rule
def list_builds(board: Board, s: State, out: list[int]) -> int:
    n = 0
    railroad = s.running
    if s.cubes[railroad] > 0 and s.builds < board.most_builds[railroad]:
        affordable = s.treasury[railroad] // board.base_cost  # T8, as railroads in the hex
        if affordable > 0:
            reach = s.reach[railroad]
            for hex_ in range(board.hexes):
                if reach[hex_] == NEAR and s.tracks[hex_] < affordable:
                    out[n] = BUILD + hex_
                    n += 1
    if s.west[railroad] == MAY_GO:  # T9
        out[n] = WEST
        n += 1
    out[n] = DONE
    return n + 1
