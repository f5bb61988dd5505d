"""ROUTE: lay a route cell by cell, ending in a city (RULES 8)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import DONE, TO
from roundhouse.games.rails.names import write_points
from roundhouse.games.rails.rules.decision import (
    Decision,
    Phase,
    item_piece,
    on_map,
    tiles_in_cargo,
)
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.grid import has, is_empty, put, size_of, wipe
from roundhouse.games.rails.rules.network import check_coast_line, count_new_tiles
from roundhouse.games.rails.rules.search import can_end, can_reach_end, prepare_search
from roundhouse.games.rails.state import (
    ARRIVAL,
    RESOURCES,
    TILES,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def may_stop(board: BoardLayout, s: StateLayout, seat: int) -> bool:
    """Return whether the route may end here.

    It must be in a city the seat can build in, and have laid a tile or found no building.
    """
    cell = s.first[s.depth - 1]
    city = board.city_at[cell]
    if city < 0 or not can_end(board, s, seat, city):
        return False
    if cell == s.engines[seat][s.second[s.depth - 1]]:
        return False  # a route has at least one step
    return not is_empty(s.fresh) or not has(s.towns, cell)


@rule
def is_legal_step(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, there: int, laid: bool
) -> bool:
    """Return whether a route can step to `there` and end, after `prepare_search`."""
    if there < 0 or has(s.walked, there):
        return False
    for tile in range(TILES):
        scratch.left[tile] = s.cargo[seat][RESOURCES + tile]
    if board.city_at[there] >= 0:
        ends = has(scratch.ends, there)
        if not has(s.towns, there):
            return ends  # routes do not pass cities without a building
        if ends and laid:
            return True
    elif board.start_at[there] < 0 and not has(s.track, there):
        tile = board.tile[there]
        if tile < 0 or scratch.left[tile] == 0:
            return False
        laid = True
        scratch.left[tile] -= 1
    return can_reach_end(board, scratch, there, laid)


@rule
def list_steps(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    cell = s.first[s.depth - 1]
    if board.city_at[cell] >= 0 and not has(s.towns, cell):
        out[0] = DONE  # routes do not pass cities without a building
        return 1
    n = 0
    if may_stop(board, s, seat):
        out[n] = DONE
        n += 1
    near = board.near[cell]
    laid = not is_empty(s.fresh)
    prepare_search(board, s, scratch, seat, cell)
    for i in range(4):
        if is_legal_step(board, s, scratch, seat, near[i], laid):
            out[n] = TO + near[i]
            n += 1
    return n


@rule
def step(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    if action == DONE:
        finish_route(board, s, scratch, seat)
        return
    there = action - TO
    tile = board.tile[there]
    if tile >= 0 and not has(s.track, there):
        s.cargo[seat][RESOURCES + tile] -= 1
        put(s.track, there)
        put(s.fresh, there)
    put(s.walked, there)
    s.first[s.depth - 1] = there


@rule
def finish_route(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> None:
    """Score the route, move the engine and let the seat build."""
    top = s.depth - 1
    cell = s.first[top]
    city = board.city_at[cell]
    engines = s.engines[seat]
    left = engines[s.second[top]]
    s.score[seat] += tile_points(board, s, scratch, city)
    pay_owners(board, s, seat, left)
    other = engines[1 - s.second[top]]
    engines[0] = min(cell, other)
    engines[1] = max(cell, other)
    wipe(s.fresh)
    wipe(s.walked)
    pop(s)
    push(s, ARRIVAL, seat, city, 0)
    check_coast_line(board, s, scratch, seat)


@rule
def tile_points(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, city: int) -> int:
    tiles = size_of(s.fresh)
    if tiles == 0:
        return 0
    news = count_new_tiles(board, s, scratch, city)
    return board.way_vp * news + board.other_vp * (tiles - news)


@rule
def pay_owners(board: BoardLayout, s: StateLayout, seat: int, left: int) -> None:
    """Pay the owners of the buildings passed or reached, without the route's start."""
    for city in range(board.cities):
        cell = board.city_cell[city]
        if cell != left and has(s.walked, cell):
            if s.station_at[city] > 0 and s.station_at[city] != seat + 1:
                s.score[s.station_at[city] - 1] += board.passed_vp
            if s.telegraph_at[city] > 0 and s.telegraph_at[city] != seat + 1:
                s.score[s.telegraph_at[city] - 1] += board.passed_vp


def ask(d: Decision) -> str:
    legal, place = d.legal(), d.places.cell(d.first)
    if legal == [DONE]:
        return _("Route at {place}: end here", place=place)
    if DONE in legal:
        return _("Route at {place}: continue or end here", place=place)
    return _("Route at {place}: continue", place=place)


def offer(d: Decision, action: int) -> Choice:
    places = d.places
    if action == DONE:
        label = _("End the route in {city}", city=places.cell(d.first))
        return d.choice(action, label, [places.cell_ref(d.first)], _("Route"), _preview_score(d))
    cell = action - TO
    tile, note, ghost = d.board.tile[cell], "", None
    if tile >= 0:
        note = _("Existing track")
        if not has(d.s.track, cell):
            left = d.s.cargo[d.seat][RESOURCES + tile] - 1
            note = (
                _("Lays a rail · {left} left", left=left),
                _("Lays a bridge · {left} left", left=left),
                _("Lays a tunnel · {left} left", left=left),
            )[tile]
            ghost = item_piece(RESOURCES + tile)
    elif has(d.s.towns, cell):
        note = _write_payments(d, d.board.city_at[cell])
    else:
        is_city = d.board.city_at[cell] >= 0
        note = _("The route can end here") if is_city else _("Passes a start")
    return with_ghost(
        ghost, d.choice(action, places.cell(cell), [places.cell_ref(cell)], _("Go to"), note)
    )


def _write_payments(d: Decision, city: int) -> str:
    """List the points that owners of buildings in a city get from this route."""
    owners = [o - 1 for o in (d.s.station_at[city], d.s.telegraph_at[city]) if o]
    paid = [write_points(owner, d.board.passed_vp) for owner in owners if owner != d.seat]
    return ", ".join(paid) or _("Your own building")


def _preview_score(d: Decision) -> str:
    """Say what the route scores if it ends here."""
    trial = d.s.copy()
    finish_route(d.board, trial, ScratchLayout(), d.seat)
    gains = [trial.score[n] - d.s.score[n] for n in range(d.s.seats)]
    others = [write_points(n, gain) for n, gain in enumerate(gains) if gain and n != d.seat]
    own = _("{points} VP for you", points=gains[d.seat])
    return " · ".join([own, *others, _("then you build here")])


def explain(d: Decision) -> str:
    return tiles_in_cargo(d)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if action != DONE:
        return ""
    tiles = count(size_of(d.s.fresh), "tile")
    city = d.places.cell(d.first)
    return _("{who} lays a route to {city} ({tiles})", who=d.who, city=city, tiles=tiles)


PHASE = Phase("route", ask, offer, describe, on_map, explain)
