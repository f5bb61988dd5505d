"""Plans: the best next city for a seat's engines, and the tiles still missing.

Values are in hundredths of a VP. Paths are the shortest on an empty map, less the track already
laid on them. The weights are judgements.

A plan has four parts: a value, and how many rails, bridges and tunnels are missing. It is one
number, because `action_context` returns one. The value is in the highest bits, so the larger of
two plans is the better one. Use `pack_plan`, `plan_value` and `plan_tiles`; `Tiles` are the same
fields without a value.
"""

from __future__ import annotations

from typing import TypeAlias

from roundhouse.core.rule import rule
from roundhouse.games.rails.advice.networks import ends_beyond, fill_from, find_far_side, is_late
from roundhouse.games.rails.rules.building import can_have_station, has_house, has_telegraph
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.search import can_build_in
from roundhouse.games.rails.state import (
    AIMS,
    BRIDGE,
    BUILDINGS,
    CARRIAGES,
    RAIL,
    RESOURCES,
    STARTS,
    TILES,
    TUNNEL,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

Plan: TypeAlias = int
Tiles: TypeAlias = int

VP = 100  # hundredths
NEW_CITY_TILE = 2 * VP  # a tile towards a city without a building: all are on the shortest path
OLD_CITY_TILE = VP  # a tile towards a city that is connected
OLD_CITY_COST = VP  # once: the city adds nothing to the line
CARRIAGE_VALUE = 3 * VP  # of a station that adds a carriage
COLUMN_VALUE = 20  # per column that a seat's engines come closer
POOR_PLAN = 250  # below this value, search farther

# Percent of a route's value that counts.
READY_PERCENT = 75  # all tiles are there, but the yard action is still to come
MISSING_PERCENT = 18  # less per missing tile
RESOURCE_PERCENT = 9  # back if its resource is in the cargo
MIN_PERCENT = 4

FIELD = 4  # bits of a number of tiles: a path has at most PATH tiles
FIELDS = TILES * FIELD
FIELD_MASK = (1 << FIELD) - 1
NO_PLAN = 0


@rule
def place_of(board: BoardLayout, cell: int) -> int:
    """Return the index of a place in the path tables: starts, then cities."""
    if board.start_at[cell] >= 0:
        return board.start_at[cell]
    return STARTS + board.city_at[cell]


@rule
def estimate_route(
    board: BoardLayout, s: StateLayout, seat: int, city: int, tiles: int, gap: int
) -> int:
    """Estimate a route's value: tiles, building, carriage and progress."""
    built = s.stations[seat] + s.telegraphs[seat]
    worth = VP * (board.building_vp[min(built + 1, BUILDINGS)] - board.building_vp[built])
    if has(s.towns, board.city_cell[city]):
        worth += OLD_CITY_TILE * tiles - OLD_CITY_COST
    else:
        worth += NEW_CITY_TILE * tiles
    if s.stations[seat] < CARRIAGES and can_have_station(s, seat, city):
        worth += CARRIAGE_VALUE
    return worth + COLUMN_VALUE * gap


@rule
def find_plan(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> Plan:
    """Return a seat's best next route as a plan; call `fill_coast_networks` first."""
    best = NO_PLAN
    for engine in range(2):
        cell = s.engines[seat][engine]
        if cell >= 0:
            other = s.engines[seat][1 - engine]
            best = max(
                best, find_route(board, s, scratch, seat, cell, other, place_of(board, cell))
            )
    if is_late(s) and plan_value(best) < POOR_PLAN:
        for engine in range(2):
            best = max(best, find_distant_route(board, s, scratch, seat, engine))
    return best


@rule
def find_distant_route(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, engine: int
) -> Plan:
    """Return the best route from any place the engine can reach on existing track."""
    best = NO_PLAN
    cell = s.engines[seat][engine]
    other = s.engines[seat][1 - engine]
    fill_from(scratch, cell)
    for start in range(board.starts):
        if has(scratch.here, board.start_cell[start]):
            best = max(best, find_route(board, s, scratch, seat, cell, other, start))
    for city in range(board.cities):
        if has(scratch.here, board.city_cell[city]):
            best = max(best, find_route(board, s, scratch, seat, cell, other, STARTS + city))
    return best


@rule
def find_route(
    board: BoardLayout,
    s: StateLayout,
    scratch: ScratchLayout,
    seat: int,
    cell: int,
    other: int,
    place: int,
) -> Plan:
    """Return the best route of an engine on `cell` from a place to a nearby city."""
    best = NO_PLAN
    cargo = s.cargo[seat]
    house = has_house(s, seat)
    telegraph = has_telegraph(board, s, seat)
    find_far_side(scratch, cell)
    for n in range(board.aims[place]):
        city = board.aim_city[place][n]
        there = board.city_cell[city]
        joins = has(scratch.far, there)
        if not can_build_in(s, seat, city, house, telegraph) and not (
            joins and ends_beyond(board, s, scratch, seat, cell)
        ):
            continue
        tiles = tiles_to_lay(board, s, place * AIMS + n)
        if tiles == 0 and has(s.towns, there):
            continue
        rails = plan_tiles(tiles, RAIL)
        bridges = plan_tiles(tiles, BRIDGE)
        tunnels = plan_tiles(tiles, TUNNEL)
        more_rails = max(rails - cargo[RESOURCES + RAIL], 0)
        more_bridges = max(bridges - cargo[RESOURCES + BRIDGE], 0)
        more_tunnels = max(tunnels - cargo[RESOURCES + TUNNEL], 0)
        gap = abs(board.column[cell] - board.column[other])
        gap -= abs(board.column[there] - board.column[other])
        worth = estimate_route(board, s, seat, city, rails + bridges + tunnels, gap)
        if joins:
            worth += VP * board.coast_vp
        worth = discount_missing_tiles(
            board, s, seat, worth, more_rails, more_bridges, more_tunnels
        )
        best = max(best, pack_plan(max(worth, 0), more_rails, more_bridges, more_tunnels))
    return best


@rule
def tiles_to_lay(board: BoardLayout, s: StateLayout, row: int) -> Tiles:
    """Return the tiles that a row of the path tables still needs."""
    tiles = 0
    words = board.path_word[row]
    bits = board.path_bit[row]
    kinds = board.path_tile[row]
    for i in range(board.path_length[row]):
        laid = (s.track[words[i]] >> bits[i]) & 1
        tiles += (1 - laid) << field_of(kinds[i])
    return tiles


@rule
def discount_missing_tiles(
    board: BoardLayout,
    s: StateLayout,
    seat: int,
    worth: int,
    rails: int,
    bridges: int,
    tunnels: int,
) -> int:
    """Discount a route's value for missing tiles, less if their resources are there."""
    cargo = s.cargo[seat]
    ready = min(rails, cargo[board.made_from[0]])
    ready += min(bridges, cargo[board.made_from[1]])
    ready += min(tunnels, cargo[board.made_from[2]])
    missing = rails + bridges + tunnels
    part = READY_PERCENT - MISSING_PERCENT * missing + RESOURCE_PERCENT * ready
    return worth * max(part, MIN_PERCENT) // 100


@rule
def pack_plan(value: int, rails: int, bridges: int, tunnels: int) -> Plan:
    """Return a plan of a value and the missing tiles of each kind."""
    return value << FIELDS | rails << 2 * FIELD | bridges << FIELD | tunnels


@rule
def field_of(tile: int) -> int:
    """Return the lowest bit of the field of a kind of tile; rails are highest."""
    return FIELDS - FIELD - FIELD * tile


@rule
def plan_value(plan: Plan) -> int:
    """Return a plan's value, in hundredths of a VP."""
    return plan >> FIELDS


@rule
def plan_tiles(plan: Plan, tile: int) -> int:
    """Return how many tiles of a kind a plan is missing."""
    return (plan >> field_of(tile)) & FIELD_MASK
