"""LAY_ENGINE: from which engine the next route starts (I)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, ENGINE_CITY, ENGINE_START
from roundhouse.games.rails.rules.decision import (
    Decision,
    Phase,
    on_map,
    tell_nothing,
    tiles_in_cargo,
)
from roundhouse.games.rails.rules.frames import pop, push, use_one
from roundhouse.games.rails.rules.grid import put
from roundhouse.games.rails.rules.phases.place_engine import offer_start
from roundhouse.games.rails.rules.search import can_go_on, chart
from roundhouse.games.rails.state import RESOURCES, ROUTE, TILES, Board, Scratch, State


@rule
def route_from(board: Board, s: State, scratch: Scratch, seat: int, cell: int) -> bool:
    """Whether a route can be laid by an engine that stands there."""
    if not chart(board, s, scratch, seat, cell):
        return False
    for tile in range(TILES):
        scratch.left[tile] = s.cargo[seat][RESOURCES + tile]
    return can_go_on(board, scratch, cell, False)


@rule
def can_lay(board: Board, s: State, scratch: Scratch, seat: int) -> bool:
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    if route_from(board, s, scratch, seat, one):
        return True
    return two != one and route_from(board, s, scratch, seat, two)


@rule
def engine_action(board: Board, cell: int) -> int:
    if board.start_at[cell] >= 0:
        return ENGINE_START + board.start_at[cell]
    return ENGINE_CITY + board.city_at[cell]


@rule
def engine_cell(board: Board, action: int) -> int:
    if action < ENGINE_CITY:
        return board.start_cell[action - ENGINE_START]
    return board.city_cell[action - ENGINE_CITY]


@rule
def list_engines(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = 0
    if s.second[s.depth - 1] == 0:  # the first route of an action must be begun
        out[n] = DONE
        n += 1
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    if engine_action(board, one) > engine_action(board, two):  # cells ascend, actions need not
        one, two = two, one
    if route_from(board, s, scratch, seat, one):
        out[n] = engine_action(board, one)
        n += 1
    if two != one and route_from(board, s, scratch, seat, two):
        out[n] = engine_action(board, two)
        n += 1
    return n


@rule
def start_route(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    if action == DONE:
        pop(s)
        return
    cell = engine_cell(board, action)
    use_one(s)
    s.second[s.depth - 1] = 0
    engine = 0
    if s.engines[seat][1] == cell:
        engine = 1
    put(s.walked, cell)
    push(s, ROUTE, seat, cell, engine)


def ask(d: Decision) -> str:
    return f"Lay track: {count(d.first, 'route')} left; choose the engine that starts"


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, "no further route is laid")
    if action < ENGINE_CITY:
        return offer_start(d, action)
    city = action - ENGINE_CITY
    return d.choice(
        action, d.places.city(city), [d.places.city_ref(city)], "Engine at", "a route begins there"
    )


def why(d: Decision) -> str:
    return tiles_in_cargo(d)


PHASE = Phase("route", ask, offer, tell_nothing, on_map, why)
