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

Scratch is the buffer `out` that the caller is about to fill: sets at the offsets below.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.blocks import CELL, GATE, find_blocks, find_gates, get
from roundhouse.games.rails.rules.building import (
    house_left,
    station_fits,
    telegraph_fits,
    telegraph_left,
)
from roundhouse.games.rails.rules.grid import (
    beside,
    empty,
    flood,
    flood_until,
    has,
    meet,
    move,
    put,
    take,
    wipe,
)
from roundhouse.games.rails.state import TILES, WORDS, Board, State

OPEN = 0  # track, starts and cities with a building, not walked yet
GROUND = OPEN + WORDS  # three sets: cells that would take a rail, a bridge, a tunnel
ENDS = GROUND + TILES * WORDS  # cities where the seat may and can build
AIMS = ENDS + WORDS  # the ends looked for by the search under way
EDGE = AIMS + WORDS
HOME = EDGE + WORDS  # C: reached on existing track alone
AWAY = HOME + WORDS  # OPEN outside C
TEMP = AWAY + WORDS
SETS = TEMP + WORDS  # R, at most 36 of them
BLOCKS = SETS + 36 * WORDS  # one number for each cell: see blocks.py


@rule
def can_end(board: Board, s: State, seat: int, city: int) -> bool:
    """Whether the seat may and can build one of the two buildings there."""
    return takes(board, s, seat, city, house_left(s, seat), telegraph_left(board, s, seat))


@rule
def takes(board: Board, s: State, seat: int, city: int, house: bool, telegraph: bool) -> bool:
    """As `can_end`, for who asks about many cities and knows what the seat has left."""
    if house and station_fits(board, s, seat, city):
        return True
    return telegraph and telegraph_fits(board, s, seat, city)


@rule
def chart(board: Board, s: State, seat: int, out: list[int]) -> bool:
    """Write the sets that the search reads; False when the seat can build nowhere at all."""
    for i in range(WORDS):
        free = ~s.walked[i]
        out[OPEN + i] = (s.track[i] | s.towns[i] | board.gates[i]) & free
        for tile in range(TILES):
            ground = board.ground[tile * WORDS + i] & ~s.track[i] & free
            out[GROUND + tile * WORDS + i] = ground
        out[ENDS + i] = 0
    found = False
    for city in range(board.cities):
        cell = board.city_cell[city]
        if not has(s.walked, 0, cell) and can_end(board, s, seat, city):
            put(out, ENDS, cell)
            found = True
    return found


@rule
def stretch(out: list[int], within: int, rails: int, bridges: int, tunnels: int) -> bool:
    """Grow the set at SETS by up to so many tiles; True once a cell added touches an aim.

    The kind with the most tiles is counted in place, so that at most 36 sets are kept.
    """
    a, b, c = GROUND, GROUND + WORDS, GROUND + 2 * WORDS
    most, second, third = rails, bridges, tunnels
    if bridges > most:
        a, b = b, a
        most, second = second, most
    if third > most:
        a, c = c, a
        most, third = third, most
    for i in range(most + 1):
        for j in range(second + 1):
            for k in range(third + 1):
                at = SETS + (j * (third + 1) + k) * WORDS
                wipe(out, EDGE)
                if i > 0:
                    reach_over(out, at, a)
                elif j + k > 0:
                    wipe(out, at)
                if j > 0:
                    less = at - (third + 1) * WORDS
                    reach_over(out, less, b)
                    add(out, at, less)
                if k > 0:
                    less = at - WORDS
                    reach_over(out, less, c)
                    add(out, at, less)
                if keep_new(out, at) and flood_until(out, at, EDGE, within, AIMS):
                    return True
    return False


@rule
def reach_over(out: list[int], source: int, ground: int) -> None:
    """Add to EDGE the neighbours of a set on that ground."""
    beside(out, source, TEMP)
    for i in range(WORDS):
        out[EDGE + i] |= out[TEMP + i] & out[ground + i]


@rule
def add(out: list[int], at: int, other: int) -> None:
    for i in range(WORDS):
        out[at + i] |= out[other + i]


@rule
def keep_new(out: list[int], at: int) -> bool:
    """EDGE keeps what the set lacks, the set gains it; whether there was any."""
    found = 0
    for i in range(WORDS):
        new = out[EDGE + i] & ~out[at + i]
        out[EDGE + i] = new
        out[at + i] |= new
        found |= new
    return found != 0


@rule
def can_go_on(
    board: Board,
    s: State,
    out: list[int],
    cell: int,
    laid: bool,
    rails: int,
    bridges: int,
    tunnels: int,
) -> bool:
    """Whether a route that stands on `cell` can be walked on to an end, after `chart`.

    `laid`: it has laid a tile by now; then come the tiles it has left.
    """
    here_ends = has(out, ENDS, cell)
    if here_ends:
        take(out, ENDS, cell)
    good = search_on(board, s, out, cell, laid, rails, bridges, tunnels)
    if here_ends:
        put(out, ENDS, cell)
    return good


@rule
def search_on(
    board: Board,
    s: State,
    out: list[int],
    cell: int,
    laid: bool,
    rails: int,
    bridges: int,
    tunnels: int,
) -> bool:
    wipe(out, HOME)
    put(out, HOME, cell)
    move(out, EDGE, HOME)
    if laid:
        if flood_until(out, HOME, EDGE, OPEN, ENDS):
            return True
        move(out, AIMS, ENDS)
    else:
        flood(out, HOME, EDGE, OPEN)
        for i in range(WORDS):  # a built city in C needs an excursion: not yet
            out[AIMS + i] = out[ENDS + i] & ~out[HOME + i]
        beside(out, HOME, EDGE)
        if meet(out, EDGE, AIMS):
            return True
    if rails + bridges + tunnels == 0:
        return False
    if not empty(out, AIMS):
        move(out, SETS, HOME)
        if stretch(out, OPEN, rails, bridges, tunnels):
            return True
    if laid or not meet(out, ENDS, HOME):
        return False
    return excursion(board, s, out, cell, rails, bridges, tunnels)


@rule
def excursion(
    board: Board, s: State, out: list[int], cell: int, rails: int, bridges: int, tunnels: int
) -> bool:
    """Whether some end inside C can be reached by leaving C once; see the module's text."""
    for i in range(WORDS):
        out[AWAY + i] = out[OPEN + i] & ~out[HOME + i]
    count = find_blocks(board, out, BLOCKS, HOME, cell)
    for city in range(board.cities):
        end = board.city_cell[city]
        if has(out, ENDS, end) and has(out, HOME, end):
            find_gates(out, BLOCKS, count, end)
            for gate in range(count):
                if get(out, BLOCKS, gate, GATE) == gate and leave_by(
                    out, gate, count, rails, bridges, tunnels
                ):
                    return True
    return False


@rule
def leave_by(out: list[int], gate: int, count: int, rails: int, bridges: int, tunnels: int) -> bool:
    """Whether an excursion leads from the cells of this gate to others of C."""
    wipe(out, SETS)
    for node in range(gate, count):  # a gate is found before what hangs on it
        if get(out, BLOCKS, node, GATE) == gate:
            put(out, SETS, get(out, BLOCKS, node, CELL))
    for i in range(WORDS):
        out[AIMS + i] = out[HOME + i] & ~out[SETS + i]
    return stretch(out, AWAY, rails, bridges, tunnels)
