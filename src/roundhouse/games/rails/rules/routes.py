"""Laying track (I): engines, steps, the end of a route and what is built there."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import (
    BUILD_STATION,
    BUILD_TELEGRAPH,
    DONE,
    ENGINE_CITY,
    ENGINE_START,
    TO,
)
from roundhouse.games.rails.rules.building import (
    build_station,
    build_telegraph,
    station_fits,
    telegraph_fits,
    telegraph_left,
)
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.grid import empty, has, put, take, wipe
from roundhouse.games.rails.rules.network import look_for_line, new_on_way
from roundhouse.games.rails.rules.search import ENDS, can_end, can_go_on, chart
from roundhouse.games.rails.state import (
    ARRIVAL,
    BRIDGE,
    RAIL,
    RESOURCES,
    ROUTE,
    TUNNEL,
    WORDS,
    Board,
    State,
)


@rule
def route_from(board: Board, s: State, seat: int, out: list[int], cell: int) -> bool:
    """Whether a route can be laid by an engine that stands there; `out` is scratch."""
    put(s.walked, 0, cell)
    found = chart(board, s, seat, out)
    take(s.walked, 0, cell)
    cargo = s.cargo[seat]
    return found and can_go_on(
        board,
        s,
        out,
        cell,
        False,
        cargo[RESOURCES + RAIL],
        cargo[RESOURCES + BRIDGE],
        cargo[RESOURCES + TUNNEL],
    )


@rule
def can_lay(board: Board, s: State, seat: int, out: list[int]) -> bool:
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    if route_from(board, s, seat, out, one):
        return True
    return two != one and route_from(board, s, seat, out, two)


@rule
def engine_action(board: Board, cell: int) -> int:
    if board.start_at[cell] >= 0:
        return ENGINE_START + board.start_at[cell]
    return ENGINE_CITY + board.city_at[cell]


@rule
def list_engines(board: Board, s: State, seat: int, out: list[int]) -> int:
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    with_one = route_from(board, s, seat, out, one)
    with_two = two != one and route_from(board, s, seat, out, two)
    n = 0
    if s.second[s.depth - 1] == 0:  # the first route of an action must be begun
        out[n] = DONE
        n += 1
    lower = engine_action(board, one)
    upper = engine_action(board, two)
    if lower > upper:  # cells ascend, actions need not
        lower, upper = upper, lower
        with_one, with_two = with_two, with_one
    if with_one:
        out[n] = lower
        n += 1
    if with_two:
        out[n] = upper
        n += 1
    return n


@rule
def start_route(board: Board, s: State, seat: int, action: int) -> None:
    top = s.depth - 1
    if action == DONE:
        pop(s)
        return
    if action < ENGINE_CITY:
        cell = board.start_cell[action - ENGINE_START]
    else:
        cell = board.city_cell[action - ENGINE_CITY]
    s.first[top] -= 1
    s.second[top] = 0
    engine = 0
    if s.engines[seat][1] == cell:
        engine = 1
    put(s.walked, 0, cell)
    push(s, ROUTE, seat, cell, engine)


@rule
def may_stop(board: Board, s: State, seat: int) -> bool:
    """The route has reached a city to build in, and laid a tile or found no building there."""
    cell = s.first[s.depth - 1]
    city = board.city_at[cell]
    if city < 0 or not can_end(board, s, seat, city):
        return False
    if cell == s.engines[seat][s.second[s.depth - 1]]:
        return False  # not begun yet: a route has at least one step
    return not empty(s.fresh, 0) or not has(s.towns, 0, cell)


@rule
def good_step(board: Board, s: State, seat: int, out: list[int], there: int, laid: bool) -> bool:
    """Whether a route may go to `there` and still end well, after `chart`."""
    if there < 0 or has(s.walked, 0, there):
        return False
    cargo = s.cargo[seat]
    rails = cargo[RESOURCES + RAIL]
    bridges = cargo[RESOURCES + BRIDGE]
    tunnels = cargo[RESOURCES + TUNNEL]
    city = board.city_at[there]
    if city >= 0:
        ends = has(out, ENDS, there)
        if not has(s.towns, 0, there):
            return ends  # a city without a building is not passed
        if ends and laid:
            return True
    elif board.start_at[there] < 0 and not has(s.track, 0, there):
        tile = board.tile[there]
        if tile < 0 or cargo[RESOURCES + tile] == 0:
            return False
        laid = True
        if tile == RAIL:
            rails -= 1
        elif tile == BRIDGE:
            bridges -= 1
        else:
            tunnels -= 1
    return can_go_on(board, s, out, there, laid, rails, bridges, tunnels)


@rule
def list_steps(board: Board, s: State, seat: int, out: list[int]) -> int:
    cell = s.first[s.depth - 1]
    if board.city_at[cell] >= 0 and not has(s.towns, 0, cell):
        out[0] = DONE  # a city without a building is reached, never passed
        return 1
    near = board.near[cell]
    laid = not empty(s.fresh, 0)
    chart(board, s, seat, out)
    good = 0  # bits: the steps are written when the scratch is no longer needed
    for i in range(4):
        if good_step(board, s, seat, out, near[i], laid):
            good |= 1 << i
    n = 0
    if may_stop(board, s, seat):
        out[n] = DONE
        n += 1
    for i in range(4):
        if (good >> i) & 1 == 1:
            out[n] = TO + near[i]
            n += 1
    return n


@rule
def step(board: Board, s: State, seat: int, action: int) -> None:
    if action == DONE:
        finish_route(board, s, seat)
        return
    there = action - TO
    tile = board.tile[there]
    if tile >= 0 and not has(s.track, 0, there):
        s.cargo[seat][RESOURCES + tile] -= 1
        put(s.track, 0, there)
        put(s.fresh, 0, there)
    put(s.walked, 0, there)
    s.first[s.depth - 1] = there


@rule
def finish_route(board: Board, s: State, seat: int) -> None:
    """Tiles and buildings score, the engine moves, then something is built."""
    top = s.depth - 1
    cell = s.first[top]
    city = board.city_at[cell]
    engines = s.engines[seat]
    left = engines[s.second[top]]
    s.score[seat] += tile_points(board, s, city)
    pay_owners(board, s, seat, left)
    other = engines[1 - s.second[top]]
    engines[0] = min(cell, other)
    engines[1] = max(cell, other)
    wipe(s.fresh, 0)
    wipe(s.walked, 0)
    pop(s)
    push(s, ARRIVAL, seat, city, 0)
    look_for_line(board, s, seat)


@rule
def tile_points(board: Board, s: State, city: int) -> int:
    tiles = 0
    for i in range(WORDS):
        word = s.fresh[i]
        while word != 0:
            word &= word - 1
            tiles += 1
    if tiles == 0:
        return 0
    news = new_on_way(board, s, city)
    return board.way_vp * news + board.other_vp * (tiles - news)


@rule
def pay_owners(board: Board, s: State, seat: int, left: int) -> None:
    """Every building of another seat passed or reached; the place left is neither."""
    for city in range(board.cities):
        cell = board.city_cell[city]
        if cell != left and has(s.walked, 0, cell):
            if s.station_at[city] > 0 and s.station_at[city] != seat + 1:
                s.score[s.station_at[city] - 1] += board.passed_vp
            if s.telegraph_at[city] > 0 and s.telegraph_at[city] != seat + 1:
                s.score[s.telegraph_at[city] - 1] += board.passed_vp


@rule
def list_arrival(board: Board, s: State, seat: int, out: list[int]) -> int:
    city = s.first[s.depth - 1]
    n = 0
    if station_fits(board, s, seat, city):
        for row in range(RESOURCES):
            if s.houses[seat][row] > 0:
                out[n] = BUILD_STATION + row
                n += 1
    if telegraph_fits(board, s, seat, city) and telegraph_left(board, s, seat):
        out[n] = BUILD_TELEGRAPH
        n += 1
    return n


@rule
def arrive(board: Board, s: State, seat: int, action: int) -> None:
    city = s.first[s.depth - 1]
    pop(s)
    if action == BUILD_TELEGRAPH:
        build_telegraph(board, s, seat, city)
    else:
        build_station(board, s, seat, city, action - BUILD_STATION)
