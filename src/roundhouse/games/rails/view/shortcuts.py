"""Shortcuts: whole routes and the rest of a train in one click.

They are suggestions: every move in them is checked when it is played, and whatever is not offered
here can be walked step by step.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from roundhouse.core.text import count, listed
from roundhouse.core.view import Shortcut
from roundhouse.games.rails.actions import DONE, GO_LAY, MAKE_TILES, TO
from roundhouse.games.rails.cells import cells_of
from roundhouse.games.rails.names import TILE_NAMES, specialist_name
from roundhouse.games.rails.rules import apply
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.phases.lay_engine import engine_action
from roundhouse.games.rails.rules.phases.make import most_made
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import (
    CENTRE,
    LAY_ENGINE,
    MAKE,
    RESOURCES,
    ROUTE,
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
    if d.phase == MAKE:
        return _trains(d, Scratch())
    if d.phase in (CENTRE, LAY_ENGINE, ROUTE):
        return _routes(d, Scratch())
    return []


def _trains(d: Decision, scratch: Scratch) -> list[Shortcut]:
    """Let the rest of the train make all it can, where that is more than one step."""
    then = d.s.copy()
    moves = _obvious(d.board, then, scratch, d.seat)
    if len(moves) < 2:
        return []
    before, after = d.s.cargo[d.seat][RESOURCES:], then.cargo[d.seat][RESOURCES:]
    made = [
        count(b - a, name) for a, b, name in zip(before, after, TILE_NAMES, strict=True) if b - a
    ]
    group = specialist_name(d.first)
    return [_shortcut(d, moves, "All make what they can", [], group, f"makes {listed(made)}")]


def _obvious(board: Board, s: State, scratch: Scratch, seat: int) -> list[int]:
    """Make all that can be made as long as nothing else is asked; `s` moves on."""
    moves = []
    while s.turn == seat and s.depth > 0 and s.phase[s.depth - 1] == MAKE:
        moves.append(MAKE_TILES + most_made(board, s, seat))
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
    walked = {*cells_of(s.walked)}
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
