"""Shortcuts: whole routes and whole turns in one click.

They are suggestions: every move in them is checked when it is played, and whatever is not offered
here can be walked step by step.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from roundhouse.core.text import count
from roundhouse.core.view import Shortcut
from roundhouse.games.rails.actions import (
    AT,
    BUMP,
    DONE,
    GO_LAY,
    MAKE_TILES,
    PLACE,
    REMOVE,
    SPEND_HATS,
    TO,
)
from roundhouse.games.rails.names import TILE_NAMES
from roundhouse.games.rails.rules import apply
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.phases.hats import effect
from roundhouse.games.rails.rules.phases.lay_engine import engine_action
from roundhouse.games.rails.rules.phases.make import most_made
from roundhouse.games.rails.rules.phases.worker import workers_at
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import (
    CELLS,
    CENTRE,
    LAY_ENGINE,
    MAKE,
    RESOURCES,
    ROUTE,
    SPACES,
    SPECIAL,
    WORKER,
    Board,
    Scratch,
    State,
)

WAYS_A_CELL = 4  # kept, by the tiles they use
ROUTES = 24  # offered at once


class Way(NamedTuple):
    """A way from an engine: what it costs and where it has been."""

    tiles: int
    steps: int
    used: tuple[int, int, int]
    cells: tuple[int, ...]


class Route(NamedTuple):
    """A way as moves, and what each seat would score by them."""

    gains: list[int]
    way: Way
    moves: list[int]


def shortcuts(d: Decision) -> list[Shortcut]:
    if d.phase == WORKER:
        return _turns(d, Scratch())
    if d.phase in (CENTRE, LAY_ENGINE, ROUTE):
        return _routes(d, Scratch())
    return []


def _turns(d: Decision, scratch: Scratch) -> list[Shortcut]:
    """Move a worker and act at one of its districts, as far as nothing needs thought."""
    made = []
    for first in d.legal():
        if first >= BUMP:
            break
        space = (first - PLACE) % SPACES
        moved = _after(d.board, d.s, scratch, [first])
        verb = "place" if first < REMOVE else "take back"
        for district in d.board.space_ends[space]:
            choices = [AT + district, SPEND_HATS]
            begun = _after(d.board, moved, scratch, choices)
            moves = [first, *choices, *_obvious(d.board, begun, scratch, d.seat)]
            bonus = workers_at(d.board, moved, d.seat, district) - moved.second[moved.depth - 1]
            made.append(
                _shortcut(
                    d,
                    moves,
                    effect(d.board, moved, d.seat, district, bonus).capitalize(),
                    [d.places.space_ref(space)],
                    f"Whole turn at {d.places.district(district)}",
                    f"{verb} the worker at {d.places.space(space)}",
                )
            )
    return sorted(made, key=lambda each: each["group"])


def _obvious(board: Board, s: State, scratch: Scratch, seat: int) -> list[int]:
    """Make all that can be made, and end a special action that nobody could pay; `s` moves on."""
    moves = []
    while s.turn == seat and s.depth > 0:
        phase = s.phase[s.depth - 1]
        if phase == MAKE:
            moves.append(MAKE_TILES + most_made(board, s, seat))
        elif phase == SPECIAL and s.cargo[seat][board.special_pay[s.second[s.depth - 1]]] == 0:
            moves.append(DONE)
        else:
            break
        apply(board, s, scratch, moves[-1])
    return moves


def _after(board: Board, s: State, scratch: Scratch, moves: list[int]) -> State:
    """The state that these moves would lead to."""
    trial = s.copy()
    for action in moves:
        apply(board, trial, scratch, action)
    return trial


def _routes(d: Decision, scratch: Scratch) -> list[Shortcut]:
    """For each city in reach the way with the fewest tiles and the one with the best points."""
    found = []
    for begin in [d.first] if d.phase == ROUTE else sorted(set(d.s.engines[d.seat])):
        lead = [GO_LAY] if d.phase == CENTRE else []
        if d.phase != ROUTE:
            lead.append(engine_action(d.board, begin))
        for city, ways in _ways(d.board, d.s, d.seat, begin).items():
            for route in _worth_offering([_route(d, scratch, lead, way) for way in ways], d.seat):
                points = route.gains[d.seat]
                made = _shortcut(
                    d,
                    route.moves,
                    f"To {d.places.city(city)}, {count(points, 'point')}",
                    [d.places.cell_ref(route.way.cells[-1])],
                    f"Whole route from {d.places.cell(begin)}",
                    _note(d.seat, route),
                )
                found.append((-points, route.way.tiles, made))
    found.sort(key=lambda each: each[:2])
    return [made for *_, made in found[:ROUTES]]


def _route(d: Decision, scratch: Scratch, lead: list[int], way: Way) -> Route:
    moves = [*lead, *(TO + cell for cell in way.cells[1:]), DONE]
    then = _after(d.board, d.s, scratch, moves)
    return Route([then.score[n] - d.s.score[n] for n in range(d.s.seats)], way, moves)


def _worth_offering(routes: list[Route], seat: int) -> list[Route]:
    """Of the routes to a city the first, which is the cheapest, and the best if it differs."""
    cheapest = routes[0]
    best = max(routes, key=lambda each: (each.gains[seat], -each.way.tiles))
    return [cheapest] if best.gains == cheapest.gains else [cheapest, best]


def _ways(board: Board, s: State, seat: int, begin: int) -> dict[int, list[Way]]:
    """The cheapest ways from `begin` to each city where a route may end, fewest tiles first."""
    cargo = s.cargo[seat][RESOURCES:]
    walked = {cell for cell in range(CELLS) if has(s.walked, cell)}
    laid = any(s.fresh)
    kept: dict[int, set[tuple[int, int, int]]] = {}
    ends: dict[int, list[Way]] = {}
    queue = [Way(0, 0, (0, 0, 0), (begin,))]
    while queue:
        way = heappop(queue)
        cell = way.cells[-1]
        known = kept.setdefault(cell, set())
        if way.used in known or len(known) == WAYS_A_CELL:
            continue
        known.add(way.used)
        city, built = board.city_at[cell], has(s.towns, cell)
        if city >= 0:
            if way.steps and can_end(board, s, seat, city) and (laid or way.tiles or not built):
                ends.setdefault(city, []).append(way)
            if not built:
                continue  # reached, never passed; not even when the route stands there now
        for there in board.near[cell]:
            if there < 0 or there in walked or there in way.cells:
                continue
            used = _enter(board, s, there, way.used, cargo)
            if used is not None:
                heappush(queue, Way(sum(used), way.steps + 1, used, (*way.cells, there)))
    return ends


def _enter(
    board: Board, s: State, cell: int, used: tuple[int, int, int], cargo: list[int]
) -> tuple[int, int, int] | None:
    """The tiles used after stepping on a cell; None if it cannot be entered."""
    if board.city_at[cell] >= 0 or board.start_at[cell] >= 0 or has(s.track, cell):
        return used
    tile = board.tile[cell]
    if tile < 0 or used[tile] >= cargo[tile]:
        return None
    more = list(used)
    more[tile] += 1
    return more[0], more[1], more[2]


def _note(seat: int, route: Route) -> str:
    """The tiles used, and who else scores."""
    each = [count(n, name) for n, name in zip(route.way.used, TILE_NAMES, strict=True) if n]
    others = [f"@{other} +{n}" for other, n in enumerate(route.gains) if n and other != seat]
    return f"{', '.join(each) or count(0, 'tile')}; {', '.join(others) or 'nobody else scores'}"


def _shortcut(
    d: Decision, moves: list[int], label: str, refs: list[str], group: str, note: str
) -> Shortcut:
    return {
        "moves": [d.text(action) for action in moves],
        "label": label,
        "refs": refs,
        "group": group,
        "note": note,
    }
