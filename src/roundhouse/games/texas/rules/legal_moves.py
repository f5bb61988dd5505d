"""Legal actions, phase by phase."""

from __future__ import annotations

from roundhouse.core.auction import MAX_AMOUNT, list_bids
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
from roundhouse.games.texas.rules.money import minimum_bid
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
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    """List the legal actions in ascending order."""
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
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    """Return the weight of a chance outcome."""
    return 1  # every seat is equally likely to bid first


@rule
def in_auction(s: StateLayout) -> bool:
    """Return whether an auction is in progress."""
    return s.phase == STOCK_AUCTION or s.phase == INITIAL_AUCTION or s.phase == TP_AUCTION


@rule
def list_decisions(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    """List the Decisions that may be chosen."""
    n = 0
    for decision in range(DECISIONS):
        if can_decide(board, s, decision):
            out[n] = DECIDE + decision
            n += 1
    return n


@rule
def can_decide(board: BoardLayout, s: StateLayout, decision: int) -> bool:
    """Return whether the Decision may be chosen: cube not in End, stock to sell (T1)."""
    if s.steps[decision] >= board.last_step[decision]:
        return False
    return decision != STOCK or can_offer_any(board, s)


@rule
def can_offer(board: BoardLayout, s: StateLayout, railroad: int) -> bool:
    """Return whether the mover can put up a certificate and pay its minimum bid."""
    purse = min(s.cash[s.mover], MAX_AMOUNT)  # T7
    return 0 < s.sold[railroad] < board.shares[railroad] and minimum_bid(s, railroad) <= purse


@rule
def can_offer_any(board: BoardLayout, s: StateLayout) -> bool:
    """Return whether the mover can put up any certificate."""
    for railroad in range(RAILROADS):
        if can_offer(board, s, railroad):
            return True
    return False


@rule
def list_offers(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    """List the certificates that the mover can put up."""
    n = 0
    for railroad in range(RAILROADS):
        if can_offer(board, s, railroad):
            out[n] = OFFER + railroad
            n += 1
    return n


@rule
def list_ranches(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    """List the ranches that can be claimed."""
    out[0] = PASS
    n = 1
    for ranch in range(RANCHES):
        hex_ = board.ranch_hex[ranch]
        if s.markers[ranch] == 1 and s.tracks[hex_] > 0:
            out[n] = CLAIM + hex_
            n += 1
    return n


@rule
def list_railroads(s: StateLayout, out: list[int]) -> int:
    """List the railroads that the mover may build for."""
    out[0] = PASS
    n = 1
    for railroad in range(RAILROADS):
        if s.owned[s.turn][railroad] > 0 and s.west[railroad] != GONE:  # T9
            out[n] = RUN + railroad
            n += 1
    return n


@rule
def list_builds(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    """List the hexes that the railroad can build in."""
    n = 0
    railroad = s.running
    if s.cubes[railroad] > 0 and s.builds < board.max_builds[railroad]:
        affordable = s.treasury[railroad] // board.base_cost  # T8: cost = base_cost * (tracks + 1)
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
