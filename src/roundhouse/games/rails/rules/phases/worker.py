"""WORKER: place a worker, take one back, or bump others (RULES 2)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import BUMP, LIFT, PLACE, REMOVE
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.state import (
    ALL_RESOURCES,
    DISTRICT,
    DISTRICTS,
    GAIN,
    HATS,
    NEIGHBOURS,
    SPACES,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def count_workers_at(board: BoardLayout, s: StateLayout, seat: int, district: int) -> int:
    """Count a seat's workers next to and on a district."""
    count = 0
    row = board.spaces[district]
    for i in range(board.beside[district]):
        if s.space[row[i]] == seat + 1:
            count += 1
    if s.above[district] == seat + 1:
        count += 1
    return count


@rule
def count_bonus_workers(board: BoardLayout, s: StateLayout, seat: int, district: int) -> int:
    """Count a seat's workers that add to an action at a district (P1)."""
    count = count_workers_at(board, s, seat, district)
    if s.district_worker == NEIGHBOURS:
        # Each space joins the district to one of the districts orthogonally adjacent to it.
        row = board.spaces[district]
        for i in range(board.beside[district]):
            ends = board.space_ends[row[i]]
            if s.above[ends[0] + ends[1] - district] == seat + 1:
                count += 1
    return count


@rule
def has_worker_on_district(s: StateLayout, seat: int) -> bool:
    for district in range(DISTRICTS):
        if s.above[district] == seat + 1:
            return True
    return False


@rule
def can_bump(board: BoardLayout, s: StateLayout, seat: int, district: int) -> bool:
    """Return whether others fill every space and the seat has no worker on it."""
    if s.above[district] == seat + 1:
        return False
    row = board.spaces[district]
    for i in range(board.beside[district]):
        owner = s.space[row[i]]
        if owner == 0 or owner == seat + 1:
            return False
    return True


@rule
def list_worker_moves(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    if s.reserve[seat] > 0:
        for space in range(SPACES):
            if s.space[space] == 0:
                out[n] = PLACE + space
                n += 1
    lifting = has_worker_on_district(s, seat)
    if not lifting:
        for space in range(SPACES):
            if s.space[space] == seat + 1:
                out[n] = REMOVE + space
                n += 1
    if s.reserve[seat] > 0:
        for district in range(DISTRICTS):
            if can_bump(board, s, seat, district):
                out[n] = BUMP + district
                n += 1
    if lifting:
        for district in range(DISTRICTS):
            if s.above[district] == seat + 1:
                out[n] = LIFT + district
                n += 1
    return n


@rule
def move_worker(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    pop(s)
    if action < REMOVE:
        s.reserve[seat] -= 1
        s.space[action - PLACE] = seat + 1
        push(s, DISTRICT, seat, action - PLACE, 1)
    elif action < BUMP:
        s.reserve[seat] += 1
        s.space[action - REMOVE] = 0
        push(s, DISTRICT, seat, action - REMOVE, 0)
    elif action < LIFT:
        push(s, HATS, seat, action - BUMP, 1)
        bump(board, s, seat, action - BUMP)
    else:
        s.reserve[seat] += 1
        s.above[action - LIFT] = 0
        push(s, HATS, seat, action - LIFT, 0)


@rule
def bump(board: BoardLayout, s: StateLayout, seat: int, district: int) -> None:
    """Send all workers home; owners get hats, or resources beyond the hat limit.

    Picks are pushed in reverse seat order, so that the next seat clockwise picks first.
    """
    for step in range(s.seats - 1, 0, -1):
        owner = (seat + step) % s.seats
        home = count_workers_at(board, s, owner, district)
        if home > 0:
            hats = min(home, board.max_hats - s.hats[owner])
            s.reserve[owner] += home
            s.hats[owner] += hats
            if home > hats:
                push(s, GAIN, owner, home - hats, ALL_RESOURCES)
    row = board.spaces[district]
    for i in range(board.beside[district]):
        s.space[row[i]] = 0
    s.reserve[seat] -= 1
    s.above[district] = seat + 1
