"""The exact test of whether a route can still end legally after a step.

The test looks for a simple path from the current cell to a city where the seat can build. The path
uses existing track and new tiles from the cargo. It must have laid a tile, or end in a city without
a building. Two observations make the test exact and fast.

1. Without the last condition, any walk is enough, because cutting out loops costs nothing. Sets of
   cells are grown by budget: R(i, j, k) is the set reachable with at most i, j and k tiles of the
   three kinds. Each set is built from the three sets with one tile less (`extend_reach`).
2. With no tile laid yet, let C be the set reachable on existing track alone. A city outside C, or
   without a building, meets the condition by itself. For a city e inside C, the path must leave C
   and return. One such excursion is enough: C is connected, so of a path with several
   excursions, two neighbouring pieces inside C can be joined directly, which saves the excursions
   between them. If that would save all of them, another pair can be joined instead.
   An excursion between p and q in C is possible exactly when C has two disjoint paths that link
   {here, e} with {p, q}. By Menger's theorem this fails only if a single cell separates them.
   Each cell of C has a gate: the cell where its branch leaves the chain of blocks between here and
   e (`blocks.py`). The excursion is possible exactly when p and q have different gates.

The sets are in `ScratchLayout`: C is `home` and R is `reach`.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.blocks import find_blocks, find_gates
from roundhouse.games.rails.rules.building import (
    can_have_station,
    can_have_telegraph,
    has_house,
    has_telegraph,
)
from roundhouse.games.rails.rules.grid import (
    add,
    fill,
    fill_neighbours,
    flood,
    flood_until,
    has,
    intersects,
    is_empty,
    put,
    subtract,
    take,
    wipe,
)
from roundhouse.games.rails.state import (
    BRIDGE,
    RAIL,
    TILES,
    TUNNEL,
    WORDS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def can_end(board: BoardLayout, s: StateLayout, seat: int, city: int) -> bool:
    """Return whether the seat can build a station or a telegraph in a city."""
    return can_build_in(s, seat, city, has_house(s, seat), has_telegraph(board, s, seat))


@rule
def can_build_in(s: StateLayout, seat: int, city: int, house: bool, telegraph: bool) -> bool:
    """Return the same as `can_end`, given the seat's remaining pieces."""
    if house and can_have_station(s, seat, city):
        return True
    return telegraph and can_have_telegraph(s, seat, city)


@rule
def prepare_search(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, here: int
) -> bool:
    """Fill the sets for a search from `here`; return whether a city can be built in."""
    for i in range(WORDS):
        scratch.free[i] = (s.track[i] | s.towns[i] | board.gates[i]) & ~s.walked[i]
        for tile in range(TILES):
            scratch.ground[tile][i] = board.ground[tile][i] & ~s.track[i] & ~s.walked[i]
    take(scratch.free, here)
    wipe(scratch.ends)
    house = has_house(s, seat)
    telegraph = has_telegraph(board, s, seat)
    for city in range(board.cities):
        cell = board.city_cell[city]
        if (
            can_build_in(s, seat, city, house, telegraph)
            and not has(s.walked, cell)
            and cell != here
        ):
            put(scratch.ends, cell)
    return not is_empty(scratch.ends)


@rule
def can_reach_end(board: BoardLayout, scratch: ScratchLayout, cell: int, laid: bool) -> bool:
    """Return whether a route on `cell` can reach an end, after `prepare_search`.

    `laid` says whether it has laid a tile; `scratch.left` holds the tiles it has left.
    """
    here_ends = has(scratch.ends, cell)
    if here_ends:
        take(scratch.ends, cell)
    good = search_from(board, scratch, cell, laid)
    if here_ends:
        put(scratch.ends, cell)
    return good


@rule
def search_from(board: BoardLayout, scratch: ScratchLayout, cell: int, laid: bool) -> bool:
    wipe(scratch.home)
    put(scratch.home, cell)
    fill(scratch.edge, scratch.home)
    if laid:
        if flood_until(scratch.home, scratch.edge, scratch.free, scratch.ends):
            return True
        fill(scratch.aims, scratch.ends)
    else:
        flood(scratch.home, scratch.edge, scratch.free)
        # A built city in C needs an excursion, which is checked below.
        subtract(scratch.aims, scratch.ends, scratch.home)
        fill_neighbours(scratch.home, scratch.beyond)
        if intersects(scratch.beyond, scratch.aims):
            return True
    if scratch.left[RAIL] + scratch.left[BRIDGE] + scratch.left[TUNNEL] == 0:
        return False
    if not is_empty(scratch.aims):
        fill(scratch.reach[0], scratch.home)
        if extend_reach(scratch, scratch.free):
            return True
    if laid or not intersects(scratch.ends, scratch.home):
        return False
    return has_excursion(board, scratch, cell)


@rule
def extend_reach(scratch: ScratchLayout, within: list[int]) -> bool:
    """Grow `reach[0]` by the tiles left; return True once a new cell touches an aim.

    The kind with the most tiles is counted in place: the sets reach[j, k] are updated for each
    tile of it. A cargo holds 15 items, so at most 6 x 6 sets are needed.
    """
    left, reach, edge = scratch.left, scratch.reach, scratch.edge
    most = RAIL
    if left[BRIDGE] > left[most]:
        most = BRIDGE
    if left[TUNNEL] > left[most]:
        most = TUNNEL
    second = (most + 1) % TILES
    third = (most + 2) % TILES
    row = left[third] + 1
    for i in range(left[most] + 1):
        for j in range(left[second] + 1):
            for k in range(row):
                here = j * row + k
                wipe(edge)
                if i > 0:
                    add_neighbours(scratch, reach[here], scratch.ground[most])
                elif here > 0:
                    wipe(reach[here])
                if j > 0:
                    add_neighbours(scratch, reach[here - row], scratch.ground[second])
                    add(reach[here], reach[here - row])
                if k > 0:
                    add_neighbours(scratch, reach[here - 1], scratch.ground[third])
                    add(reach[here], reach[here - 1])
                if merge_new(edge, reach[here]) and flood_until(
                    reach[here], edge, within, scratch.aims
                ):
                    return True
    return False


@rule
def add_neighbours(scratch: ScratchLayout, source: list[int], ground: list[int]) -> None:
    """Add to the edge the neighbours of a set on this ground."""
    fill_neighbours(source, scratch.beyond)
    for i in range(WORDS):
        scratch.edge[i] |= scratch.beyond[i] & ground[i]


@rule
def merge_new(edge: list[int], reached: list[int]) -> bool:
    """Reduce the edge to cells new to the set, add them, return whether any is new."""
    subtract(edge, edge, reached)
    add(reached, edge)
    return not is_empty(edge)


@rule
def has_excursion(board: BoardLayout, scratch: ScratchLayout, cell: int) -> bool:
    """Return whether an end inside C is reachable with one excursion (see module)."""
    subtract(scratch.away, scratch.free, scratch.home)
    count = find_blocks(board, scratch, scratch.home, cell)
    for city in range(board.cities):
        end = board.city_cell[city]
        if has(scratch.ends, end) and has(scratch.home, end):
            find_gates(scratch, count, end)
            for gate in range(count):
                if scratch.gate[gate] == gate and has_excursion_from(scratch, gate, count):
                    return True
    return False


@rule
def has_excursion_from(scratch: ScratchLayout, gate: int, count: int) -> bool:
    """Return whether an excursion leads from this gate's cells to other cells of C."""
    start = scratch.reach[0]
    wipe(start)
    for node in range(gate, count):  # a gate comes before the nodes of its branch
        if scratch.gate[node] == gate:
            put(start, scratch.node_cell[node])
    subtract(scratch.aims, scratch.home, start)
    return extend_reach(scratch, scratch.away)
