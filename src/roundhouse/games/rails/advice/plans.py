"""Plans: the next city that one of a seat's engines could reach, and the tiles it still lacks.

Advice turns on this. Worths are in hundredths of a VP; ways are those of an empty map, with the
track that lies on them by now.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.advice.networks import ends_beyond, fill_from, find_far_side, is_late
from roundhouse.games.rails.boards.paths import BIT_BITS, WORD_BITS
from roundhouse.games.rails.rules.building import house_left, station_fits, telegraph_left
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.search import takes
from roundhouse.games.rails.state import (
    AIMS,
    BUILDINGS,
    CARRIAGES,
    RESOURCES,
    STARTS,
    Board,
    Scratch,
    State,
)

VP = 100
NEARER = 20  # a column that the engines of a seat come closer
READY = 75  # per cent of a route's worth, once all its tiles are there
THIN = 250  # below this a plan is poor: look farther
# a plan as one number: its worth, then three fields of missing tiles, rails first
FIELD = 4  # bits
FIELDS = 3 * FIELD
NO_PLAN = 0


@rule
def place_of(board: Board, cell: int) -> int:
    """Starts, then cities: as the tables of ways count them."""
    if board.start_at[cell] >= 0:
        return board.start_at[cell]
    return STARTS + board.city_at[cell]


@rule
def way_worth(board: Board, s: State, seat: int, city: int, tiles: int, gap: int) -> int:
    """What a route to a city would bring: tiles, the building, a carriage, nearer coasts."""
    built = s.stations[seat] + s.telegraphs[seat]
    worth = VP * (board.building_vp[min(built + 1, BUILDINGS)] - board.building_vp[built])
    if has(s.towns, board.city_cell[city]):
        worth += VP * tiles - VP
    else:
        worth += 2 * VP * tiles
    if s.stations[seat] < CARRIAGES and station_fits(s, seat, city):
        worth += 3 * VP
    return worth + NEARER * gap


@rule
def plan(board: Board, s: State, scratch: Scratch, seat: int) -> int:
    """The most promising next route of a seat, after `look_around`; see FIELD."""
    best = NO_PLAN
    for engine in range(2):
        cell = s.engines[seat][engine]
        if cell >= 0:
            other = s.engines[seat][1 - engine]
            best = max(best, look(board, s, scratch, seat, cell, other, place_of(board, cell)))
    if is_late(s) and plan_worth(best) < THIN:
        for engine in range(2):
            best = max(best, look_afar(board, s, scratch, seat, engine))
    return best


@rule
def look_afar(board: Board, s: State, scratch: Scratch, seat: int, engine: int) -> int:
    """From every place that the engine can run to on existing track."""
    best = NO_PLAN
    cell = s.engines[seat][engine]
    other = s.engines[seat][1 - engine]
    fill_from(scratch, cell)
    for start in range(board.starts):
        if has(scratch.here, board.start_cell[start]):
            best = max(best, look(board, s, scratch, seat, cell, other, start))
    for city in range(board.cities):
        if has(scratch.here, board.city_cell[city]):
            best = max(best, look(board, s, scratch, seat, cell, other, STARTS + city))
    return best


@rule
def look(
    board: Board, s: State, scratch: Scratch, seat: int, cell: int, other: int, place: int
) -> int:
    """The best route that an engine on `cell` could lay from a place to a city near it."""
    best = NO_PLAN
    cargo = s.cargo[seat]
    house = house_left(s, seat)
    telegraph = telegraph_left(board, s, seat)
    find_far_side(scratch, cell)
    for n in range(board.aims[place]):
        city = board.aim_city[place][n]
        there = board.city_cell[city]
        joins = has(scratch.far, there)
        if not takes(s, seat, city, house, telegraph) and not (
            joins and ends_beyond(board, s, scratch, seat, cell)
        ):
            continue
        tiles = tiles_to_lay(board, s, place * AIMS + n)
        if tiles == 0 and has(s.towns, there):
            continue
        rails = plan_lack(tiles, 0)
        bridges = plan_lack(tiles, 1)
        tunnels = plan_lack(tiles, 2)
        lack0 = max(rails - cargo[RESOURCES], 0)
        lack1 = max(bridges - cargo[RESOURCES + 1], 0)
        lack2 = max(tunnels - cargo[RESOURCES + 2], 0)
        gap = abs(board.column[cell] - board.column[other])
        gap -= abs(board.column[there] - board.column[other])
        worth = way_worth(board, s, seat, city, rails + bridges + tunnels, gap)
        if joins:
            worth += VP * board.coast_vp
        worth = max(promise(board, s, seat, worth, lack0, lack1, lack2), 0)
        best = max(best, worth << FIELDS | lack0 << 2 * FIELD | lack1 << FIELD | lack2)
    return best


@rule
def tiles_to_lay(board: Board, s: State, row: int) -> int:
    """The tiles that a way still needs, in fields as a plan has them."""
    tiles = 0
    for i in range(board.path_length[row]):
        step = board.path[row][i]
        word = (step >> BIT_BITS) & ((1 << WORD_BITS) - 1)
        laid = (s.track[word] >> (step & ((1 << BIT_BITS) - 1))) & 1
        tiles += (1 - laid) << place_in(step >> (BIT_BITS + WORD_BITS))
    return tiles


@rule
def promise(
    board: Board, s: State, seat: int, worth: int, rails: int, bridges: int, tunnels: int
) -> int:
    """What a route is worth as long as tiles are missing; resources for them help."""
    cargo = s.cargo[seat]
    ready = min(rails, cargo[board.made_from[0]])
    ready += min(bridges, cargo[board.made_from[1]])
    ready += min(tunnels, cargo[board.made_from[2]])
    part = READY - 18 * (rails + bridges + tunnels) + 9 * ready
    return worth * max(part, 4) // 100


@rule
def place_in(tile: int) -> int:
    """The lowest bit of a tile's field."""
    return FIELDS - FIELD - FIELD * tile


@rule
def plan_worth(found: int) -> int:
    return found >> FIELDS


@rule
def plan_lack(found: int, tile: int) -> int:
    return (found >> place_in(tile)) & ((1 << FIELD) - 1)
