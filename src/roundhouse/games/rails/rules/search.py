"""Can a route still end well? The exact test behind every step of laying track.

Wanted: a way without a repeated cell from the cell reached to a city where the seat may build,
over existing track and over new tiles that the cargo can pay, and it must have laid a tile or end
in a city without a building. Two observations make this cheap and exact.

1. Without the last condition any walk will do, for loops can be cut out of it at no cost. So sets
   of cells are grown over budgets: R(i, j, k) is what can be reached with at most i, j and k tiles
   of the three kinds, each set made from the three that have one tile less (`stretch`).
2. With no tile laid yet, let C be what can be reached on existing track alone. A city outside C,
   or without a building, takes care of the condition by itself. For a city e inside C the way
   must leave C and come back. One such excursion is always enough: a way with several has pieces
   inside C, C hangs together, and joining two neighbouring pieces directly saves the
   excursions between them, unless that saves them all; but then some other pair can be joined.
   An excursion between p and q of C works exactly when C has two disjoint paths that link
   {here, e} with {p, q}, and by Menger's theorem that fails only if one cell cuts both off. So give
   each cell of C the cell where its branch leaves the chain of blocks between here and e
   (its gate, `blocks.py`): p and q must have different gates.

The sets are in the working memory (`Scratch`), where C is `home` and R is `reach`.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.blocks import find_blocks, find_gates
from roundhouse.games.rails.rules.building import (
    house_left,
    station_fits,
    telegraph_fits,
    telegraph_left,
)
from roundhouse.games.rails.rules.grid import (
    add,
    beside,
    empty,
    fill,
    flood,
    flood_until,
    has,
    meet,
    put,
    subtract,
    take,
    wipe,
)
from roundhouse.games.rails.state import BRIDGE, RAIL, TILES, TUNNEL, WORDS, Board, Scratch, State


@rule
def can_end(board: Board, s: State, seat: int, city: int) -> bool:
    """Whether the seat may and can build one of the two buildings there."""
    return takes(s, seat, city, house_left(s, seat), telegraph_left(board, s, seat))


@rule
def takes(s: State, seat: int, city: int, house: bool, telegraph: bool) -> bool:
    """As `can_end`, for who asks about many cities and knows what the seat has left."""
    if house and station_fits(s, seat, city):
        return True
    return telegraph and telegraph_fits(s, seat, city)


@rule
def chart(board: Board, s: State, scratch: Scratch, seat: int, here: int) -> bool:
    """Write the sets that the search reads, for a route that has come to `here`; False when the
    seat can build nowhere at all."""
    for i in range(WORDS):
        scratch.free[i] = (s.track[i] | s.towns[i] | board.gates[i]) & ~s.walked[i]
        for tile in range(TILES):
            scratch.ground[tile][i] = board.ground[tile][i] & ~s.track[i] & ~s.walked[i]
    take(scratch.free, here)
    wipe(scratch.ends)
    house = house_left(s, seat)
    telegraph = telegraph_left(board, s, seat)
    for city in range(board.cities):
        cell = board.city_cell[city]
        if takes(s, seat, city, house, telegraph) and not has(s.walked, cell) and cell != here:
            put(scratch.ends, cell)
    return not empty(scratch.ends)


@rule
def can_go_on(board: Board, scratch: Scratch, cell: int, laid: bool) -> bool:
    """Whether a route that stands on `cell` can be walked on to an end, after `chart`.

    `laid`: it has laid a tile by now; `scratch.left` are the tiles it has left.
    """
    here_ends = has(scratch.ends, cell)
    if here_ends:
        take(scratch.ends, cell)
    good = search_on(board, scratch, cell, laid)
    if here_ends:
        put(scratch.ends, cell)
    return good


@rule
def search_on(board: Board, scratch: Scratch, cell: int, laid: bool) -> bool:
    wipe(scratch.home)
    put(scratch.home, cell)
    fill(scratch.edge, scratch.home)
    if laid:
        if flood_until(scratch.home, scratch.edge, scratch.free, scratch.ends):
            return True
        fill(scratch.aims, scratch.ends)
    else:
        flood(scratch.home, scratch.edge, scratch.free)
        # A built city in C needs an excursion: not yet.
        subtract(scratch.aims, scratch.ends, scratch.home)
        beside(scratch.home, scratch.beyond)
        if meet(scratch.beyond, scratch.aims):
            return True
    if scratch.left[RAIL] + scratch.left[BRIDGE] + scratch.left[TUNNEL] == 0:
        return False
    if not empty(scratch.aims):
        fill(scratch.reach[0], scratch.home)
        if stretch(scratch, scratch.free):
            return True
    if laid or not meet(scratch.ends, scratch.home):
        return False
    return excursion(board, scratch, cell)


@rule
def stretch(scratch: Scratch, within: list[int]) -> bool:
    """Grow `reach[0]` by up to the tiles left; True once a cell added touches an aim.

    The kind with the most tiles is counted in place: reach[j, k] is made again for each number of
    them. A cargo holds 15 items, so that at most 6 x 6 sets are kept.
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
                    reach_over(scratch, reach[here], scratch.ground[most])
                elif here > 0:
                    wipe(reach[here])
                if j > 0:
                    reach_over(scratch, reach[here - row], scratch.ground[second])
                    add(reach[here], reach[here - row])
                if k > 0:
                    reach_over(scratch, reach[here - 1], scratch.ground[third])
                    add(reach[here], reach[here - 1])
                if keep_new(edge, reach[here]) and flood_until(
                    reach[here], edge, within, scratch.aims
                ):
                    return True
    return False


@rule
def reach_over(scratch: Scratch, source: list[int], ground: list[int]) -> None:
    """Add to the edge the neighbours of a set on that ground."""
    beside(source, scratch.beyond)
    for i in range(WORDS):
        scratch.edge[i] |= scratch.beyond[i] & ground[i]


@rule
def keep_new(edge: list[int], reached: list[int]) -> bool:
    """The edge keeps what the set lacks, the set gains it; whether there was any."""
    subtract(edge, edge, reached)
    add(reached, edge)
    return not empty(edge)


@rule
def excursion(board: Board, scratch: Scratch, cell: int) -> bool:
    """Whether some end inside C can be reached by leaving C once; see the module's text."""
    subtract(scratch.away, scratch.free, scratch.home)
    count = find_blocks(board, scratch, scratch.home, cell)
    for city in range(board.cities):
        end = board.city_cell[city]
        if has(scratch.ends, end) and has(scratch.home, end):
            find_gates(scratch, count, end)
            for gate in range(count):
                if scratch.gate[gate] == gate and leave_by(scratch, gate, count):
                    return True
    return False


@rule
def leave_by(scratch: Scratch, gate: int, count: int) -> bool:
    """Whether an excursion leads from the cells of this gate to others of C."""
    start = scratch.reach[0]
    wipe(start)
    for node in range(gate, count):  # a gate is found before what hangs on it
        if scratch.gate[node] == gate:
            put(start, scratch.node_cell[node])
    subtract(scratch.aims, scratch.home, start)
    return stretch(scratch, scratch.away)
