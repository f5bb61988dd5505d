"""The gap between the coasts, and the cells that would close it."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import (
    add,
    fill,
    fill_neighbours,
    flood,
    has,
    intersects,
    put,
    widen,
    wipe,
)
from roundhouse.games.rails.rules.network import fill_network, fill_within
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import (
    COLUMNS,
    ROWS,
    WORDS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

EARLY_ROUNDS = 6  # in these, no one can complete the line


@rule
def is_late(s: StateLayout) -> bool:
    """Return whether the line might be completed soon."""
    return s.round_number > EARLY_ROUNDS and s.joined == 0


@rule
def fill_coast_networks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> None:
    """Fill in the networks of both coasts; early in the game they are empty."""
    if is_late(s):
        fill_within(board, s, scratch)
        fill_network(scratch, board.west, scratch.west)
        fill_network(scratch, board.east, scratch.east)
        widen(scratch.west, scratch.by_west)
        widen(scratch.east, scratch.by_east)
    else:
        wipe(scratch.west)
        wipe(scratch.east)


@rule
def find_far_side(scratch: ScratchLayout, cell: int) -> None:
    """Fill `scratch.far` with cells where a route from here would join the coasts.

    Call `fill_coast_networks` first.
    """
    if has(scratch.west, cell):
        fill(scratch.far, scratch.by_east)
    elif has(scratch.east, cell):
        fill(scratch.far, scratch.by_west)
    else:
        wipe(scratch.far)


@rule
def ends_beyond(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, engine: int
) -> bool:
    """Return whether the other coast's network has a city where the seat can build."""
    in_west = has(scratch.west, engine)
    for city in range(board.cities):
        if can_end(board, s, seat, city):
            cell = board.city_cell[city]
            if in_west and has(scratch.east, cell):
                return True
            if not in_west and has(scratch.west, cell):
                return True
    return False


@rule
def fill_from(scratch: ScratchLayout, cell: int) -> None:
    """Fill `scratch.here` with all cells an engine can reach without new tiles.

    Call `fill_coast_networks` first, late in the game.
    """
    wipe(scratch.here)
    put(scratch.here, cell)
    fill(scratch.edge, scratch.here)
    flood(scratch.here, scratch.edge, scratch.within)


@rule
def coast_gap(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return the minimum number of new tiles and buildings that join the coasts."""
    fill_within(board, s, scratch)
    fill_network(scratch, board.west, scratch.west)
    gap = 0
    while gap < COLUMNS + ROWS and not intersects(scratch.west, board.east):
        gap += 1
        fill_neighbours(scratch.west, scratch.edge)
        for i in range(WORDS):
            scratch.edge[i] &= board.firm[i] & ~scratch.west[i]
        add(scratch.west, scratch.edge)
        flood(scratch.west, scratch.edge, scratch.within)
    return gap
