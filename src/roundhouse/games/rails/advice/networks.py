"""How far the coasts are from being joined, and what would join them."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import add, beside, fill, flood, has, meet, put, widen, wipe
from roundhouse.games.rails.rules.network import fill_network, fill_within
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import COLUMNS, ROWS, WORDS, Board, Scratch, State

QUIET = 6  # rounds in which nobody can close the line


@rule
def is_late(s: State) -> bool:
    """Whether the line might be closed soon."""
    return s.round_number > QUIET and s.joined == 0


@rule
def look_around(board: Board, s: State, scratch: Scratch) -> None:
    """Fill in the coasts' networks, for all plans of a position; early on they are empty."""
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
def find_far_side(scratch: Scratch, cell: int) -> None:
    """`scratch.far` becomes the cells to which a route from this one would have to come, to join
    the coasts; after `look_around`."""
    if has(scratch.west, cell):
        fill(scratch.far, scratch.by_east)
    elif has(scratch.east, cell):
        fill(scratch.far, scratch.by_west)
    else:
        wipe(scratch.far)


@rule
def ends_beyond(board: Board, s: State, scratch: Scratch, seat: int, engine: int) -> bool:
    """Whether the other coast's network has a city to build in: a full one may be passed."""
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
def fill_from(scratch: Scratch, cell: int) -> None:
    """`scratch.here` becomes all that an engine on this cell can run to without new tiles; after
    `look_around`, late in the game."""
    wipe(scratch.here)
    put(scratch.here, cell)
    fill(scratch.edge, scratch.here)
    flood(scratch.here, scratch.edge, scratch.within)


@rule
def coast_gap(board: Board, s: State, scratch: Scratch) -> int:
    """How many new tiles and buildings the coasts are apart at least."""
    fill_within(board, s, scratch)
    fill_network(scratch, board.west, scratch.west)
    gap = 0
    while gap < COLUMNS + ROWS and not meet(scratch.west, board.east):
        gap += 1
        beside(scratch.west, scratch.edge)
        for i in range(WORDS):
            scratch.edge[i] &= board.firm[i] & ~scratch.west[i]
        add(scratch.west, scratch.edge)
        flood(scratch.west, scratch.edge, scratch.within)
    return gap
