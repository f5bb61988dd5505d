"""Plans: the next city that one of a seat's engines could reach, and the tiles it still lacks.

Advice turns on this. Worths are in hundredths of a VP; ways are those of an empty map, with the
track that lies on them by now.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.building import station_fits
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.network import (
    HERE,
    OTHER,
    REACHED,
    fill_from,
    fill_network,
)
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import (
    AIMS,
    BUILDINGS,
    CARRIAGES,
    RESOURCES,
    STARTS,
    Board,
    State,
)

VP = 100
QUIET = 6  # rounds in which nobody can close the line
NEARER = 20  # a column that the engines of a seat come closer
READY = 75  # per cent of a route's worth, once all its tiles are there
THIN = 250  # below this a plan is poor: look farther
# a plan as one number: its worth, then three fields of missing tiles, by kind
FIELD = 16
NO_PLAN = 0


@rule
def place_of(board: Board, cell: int) -> int:
    """Starts, then cities: as the tables of ways count them."""
    if board.start_at[cell] >= 0:
        return board.start_at[cell]
    return STARTS + board.city_at[cell]


@rule
def maker_of(board: Board, tile: int) -> int:
    """The specialist who makes a tile."""
    if board.recipe_to[0] == tile:
        return 0
    if board.recipe_to[1] == tile:
        return 1
    return 2


@rule
def way_worth(board: Board, s: State, seat: int, city: int, tiles: int, gap: int) -> int:
    """What a route to a city would bring: tiles, the building, a carriage, nearer coasts."""
    built = s.stations[seat] + s.telegraphs[seat]
    worth = VP * (board.building_vp[min(built + 1, BUILDINGS)] - board.building_vp[built])
    if has(s.towns, 0, board.city_cell[city]):
        worth += VP * tiles - VP
    else:
        worth += 2 * VP * tiles
    if s.stations[seat] < CARRIAGES and station_fits(board, s, seat, city):
        worth += 3 * VP
    return worth + NEARER * gap


@rule
def is_late(s: State) -> bool:
    """Whether the line might be closed soon."""
    return s.round_number > QUIET and s.joined == 0


@rule
def look_around(board: Board, s: State) -> None:
    """Fill in the coasts' networks, for all plans of a position; `clear_work` afterwards."""
    if is_late(s):
        fill_network(board, s, True, REACHED)
        fill_network(board, s, False, OTHER)


@rule
def plan(board: Board, s: State, seat: int) -> int:
    """The most promising next route of a seat, after `look_around`; see FIELD."""
    late = is_late(s)
    best = NO_PLAN
    for engine in range(2):
        cell = s.engines[seat][engine]
        if cell >= 0:
            other = s.engines[seat][1 - engine]
            best = max(best, look(board, s, seat, cell, other, place_of(board, cell), late))
    if late and plan_worth(best) < THIN:
        for engine in range(2):
            best = max(best, look_afar(board, s, seat, engine))
    return best


@rule
def look_afar(board: Board, s: State, seat: int, engine: int) -> int:
    """From every place that the engine can run to on existing track."""
    best = NO_PLAN
    cell = s.engines[seat][engine]
    other = s.engines[seat][1 - engine]
    fill_from(board, s, cell)
    for start in range(board.starts):
        if has(s.work, HERE, board.start_cell[start]):
            best = max(best, look(board, s, seat, cell, other, start, True))
    for city in range(board.cities):
        if has(s.work, HERE, board.city_cell[city]):
            best = max(best, look(board, s, seat, cell, other, STARTS + city, True))
    return best


@rule
def look(
    board: Board, s: State, seat: int, cell: int, other: int, place: int, late: bool
) -> int:
    """The best route that an engine on `cell` could lay from a place to a city near it."""
    best = NO_PLAN
    cargo = s.cargo[seat]
    for n in range(board.aims[place]):
        city = board.aim_city[place][n]
        there = board.city_cell[city]
        joins = late and closes(board, s, cell, there)
        if not can_end(board, s, seat, city) and not (joins and end_beyond(board, s, seat, cell)):
            continue
        lack0 = -cargo[RESOURCES]
        lack1 = -cargo[RESOURCES + 1]
        lack2 = -cargo[RESOURCES + 2]
        tiles = 0
        row = place * AIMS + n
        for i in range(board.path_length[row]):
            step = board.path[row][i]
            if not has(s.track, 0, step):
                tiles += 1
                tile = board.tile[step]
                if tile == 0:
                    lack0 += 1
                elif tile == 1:
                    lack1 += 1
                else:
                    lack2 += 1
        if tiles == 0 and has(s.towns, 0, there):
            continue
        lack0 = max(lack0, 0)
        lack1 = max(lack1, 0)
        lack2 = max(lack2, 0)
        gap = abs(board.column[cell] - board.column[other])
        gap -= abs(board.column[there] - board.column[other])
        worth = way_worth(board, s, seat, city, tiles, gap)
        if joins:
            worth += VP * board.coast_vp
        worth = max(promise(board, s, seat, worth, lack0, lack1, lack2), 0)
        best = max(best, ((worth * FIELD + lack0) * FIELD + lack1) * FIELD + lack2)
    return best


@rule
def closes(board: Board, s: State, engine: int, city: int) -> bool:
    """Whether a route between these cells would join the coasts, after `fill_network`."""
    if has(s.work, REACHED, engine):
        return touches(board, s, OTHER, city)
    return has(s.work, OTHER, engine) and touches(board, s, REACHED, city)


@rule
def end_beyond(board: Board, s: State, seat: int, engine: int) -> bool:
    """Whether the other coast's network has a city to build in: a full one may be passed."""
    network = REACHED
    if has(s.work, REACHED, engine):
        network = OTHER
    for city in range(board.cities):
        if can_end(board, s, seat, city) and has(s.work, network, board.city_cell[city]):
            return True
    return False


@rule
def touches(board: Board, s: State, network: int, cell: int) -> bool:
    if has(s.work, network, cell):
        return True
    for i in range(4):
        there = board.near[cell][i]
        if there >= 0 and has(s.work, network, there):
            return True
    return False


@rule
def promise(board: Board, s: State, seat: int, worth: int, rails: int, bridges: int, tunnels: int
            ) -> int:
    """What a route is worth as long as tiles are missing; resources for them help."""
    cargo = s.cargo[seat]
    ready = min(rails, cargo[board.recipe_from[maker_of(board, 0)]])
    ready += min(bridges, cargo[board.recipe_from[maker_of(board, 1)]])
    ready += min(tunnels, cargo[board.recipe_from[maker_of(board, 2)]])
    part = READY - 18 * (rails + bridges + tunnels) + 9 * ready
    return worth * max(part, 4) // 100


@rule
def plan_worth(found: int) -> int:
    return found // (FIELD * FIELD * FIELD)


@rule
def plan_lack(found: int, tile: int) -> int:
    if tile == 0:
        return (found // (FIELD * FIELD)) % FIELD
    if tile == 1:
        return (found // FIELD) % FIELD
    return found % FIELD
