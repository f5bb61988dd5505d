"""LAY_ENGINE: choose the engine that starts the next route (RULES 8.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, ENGINE_CITY, ENGINE_START
from roundhouse.games.rails.rules.decision import (
    Decision,
    Phase,
    describe_nothing,
    on_map,
    tiles_in_cargo,
)
from roundhouse.games.rails.rules.frames import pop, push, use_one
from roundhouse.games.rails.rules.grid import put
from roundhouse.games.rails.rules.phases.place_engine import offer_start
from roundhouse.games.rails.rules.search import can_reach_end, prepare_search
from roundhouse.games.rails.state import (
    RESOURCES,
    ROUTE,
    TILES,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def can_lay_from(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, cell: int
) -> bool:
    """Return whether an engine on this cell can lay a route."""
    if not prepare_search(board, s, scratch, seat, cell):
        return False
    for tile in range(TILES):
        scratch.left[tile] = s.cargo[seat][RESOURCES + tile]
    return can_reach_end(board, scratch, cell, False)


@rule
def can_lay(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> bool:
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    if can_lay_from(board, s, scratch, seat, one):
        return True
    return two != one and can_lay_from(board, s, scratch, seat, two)


@rule
def engine_action(board: BoardLayout, cell: int) -> int:
    if board.start_at[cell] >= 0:
        return ENGINE_START + board.start_at[cell]
    return ENGINE_CITY + board.city_at[cell]


@rule
def engine_cell(board: BoardLayout, action: int) -> int:
    if action < ENGINE_CITY:
        return board.start_cell[action - ENGINE_START]
    return board.city_cell[action - ENGINE_CITY]


@rule
def list_engines(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    if s.second[s.depth - 1] == 0:  # the first route must be laid
        out[n] = DONE
        n += 1
    one = s.engines[seat][0]
    two = s.engines[seat][1]
    if engine_action(board, one) > engine_action(
        board, two
    ):  # engines are in cell order, legal moves in action order
        one, two = two, one
    if can_lay_from(board, s, scratch, seat, one):
        out[n] = engine_action(board, one)
        n += 1
    if two != one and can_lay_from(board, s, scratch, seat, two):
        out[n] = engine_action(board, two)
        n += 1
    return n


@rule
def start_route(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
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
    return ngettext(
        "Lay track: choose an engine ({n} route left)",
        "Lay track: choose an engine ({n} routes left)",
        d.first,
    )


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, _("Lay no more routes"))
    if action < ENGINE_CITY:
        return offer_start(d, action)
    city = action - ENGINE_CITY
    label, ref = d.places.city(city), d.places.city_ref(city)
    return d.choice(action, label, [ref], _("Engine at"), _("Start a route here"))


def explain(d: Decision) -> str:
    return tiles_in_cargo(d)


PHASE = Phase(mark("route"), ask, offer, describe_nothing, on_map, explain)
