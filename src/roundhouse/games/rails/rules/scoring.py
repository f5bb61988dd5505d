"""End-of-game scoring (RULES 9): buildings, leftover tiles, goals and ranks."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.state import (
    CARRIAGES,
    GOAL_HOUSES,
    GOAL_SPECIALIST,
    GOAL_STATIONS,
    GOAL_TELEGRAPHS,
    GOAL_UPGRADES,
    RESOURCES,
    TILES,
    WINDOWS,
    BoardLayout,
    StateLayout,
)

KEY_BASE = 32  # more than the houses or buildings a seat can have


@rule
def district_houses(s: StateLayout, seat: int) -> int:
    total = 0
    for resource in range(RESOURCES):
        total += s.sites[seat][resource]
    return total


@rule
def goal_count(s: StateLayout, seat: int, kind: int) -> int:
    """Return a seat's count for a goal."""
    if kind < RESOURCES:
        return s.cargo[seat][kind]
    if kind == GOAL_STATIONS:
        return s.stations[seat]
    if kind == GOAL_TELEGRAPHS:
        return s.telegraphs[seat]
    if kind == GOAL_HOUSES:
        return district_houses(s, seat)
    count = 0
    if kind == GOAL_UPGRADES:
        for carriage in range(CARRIAGES):
            if s.upgrades[seat][carriage] > 0:
                count += 1
        return count
    for window in range(CARRIAGES * WINDOWS):
        if s.windows[seat][window] == 1 + kind - GOAL_SPECIALIST:
            count += 1
    return count


@rule
def goal_leader(s: StateLayout, kind: int) -> int:
    """Return the sole leader of a goal, or -1 on a tie or at zero."""
    best = 0
    leader = -1
    for seat in range(s.seats):
        count = goal_count(s, seat, kind)
        if count > best:
            best = count
            leader = seat
        elif count == best:
            leader = -1
    return leader


@rule
def building_points(board: BoardLayout, s: StateLayout, seat: int) -> int:
    return board.building_vp[s.stations[seat] + s.telegraphs[seat]]


@rule
def leftover_points(board: BoardLayout, s: StateLayout, seat: int) -> int:
    tiles = 0
    for tile in range(TILES):
        tiles += s.cargo[seat][RESOURCES + tile]
    return tiles * board.leftover_vp


@rule
def final_points(board: BoardLayout, s: StateLayout) -> None:
    for seat in range(s.seats):
        s.score[seat] += building_points(board, s, seat) + leftover_points(board, s, seat)
    for goal in range(board.goals):
        if s.goals[goal] == 1:
            leader = goal_leader(s, board.goal_kind[goal])
            if leader >= 0:
                s.score[leader] += board.goal_vp


@rule
def rank_key(s: StateLayout, seat: int) -> int:
    """Return a key that ranks by VP, then houses on districts, then buildings."""
    key = s.score[seat] * KEY_BASE + district_houses(s, seat)
    return key * KEY_BASE + s.stations[seat] + s.telegraphs[seat]
