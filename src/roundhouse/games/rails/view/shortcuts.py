"""Shortcuts in one click: a whole route, the rest of the train, several drops.

Shortcuts are suggestions. Each move is checked when it is played, and every legal route can
also be laid step by step.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Shortcut
from roundhouse.games.rails.actions import DONE, DROP_ONE, GO_LAY, MAKE_TILES, TO
from roundhouse.games.rails.cells import cells_of
from roundhouse.games.rails.names import (
    ITEM_NAMES,
    TILE_NAMES,
    amount,
    items,
    specialist_name,
    write_points,
)
from roundhouse.games.rails.rules import apply
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.phases.lay_engine import engine_action
from roundhouse.games.rails.rules.phases.make import max_tiles
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.state import (
    CENTRE,
    DROP,
    ITEMS,
    LAY_ENGINE,
    MAKE,
    RESOURCES,
    ROUTE,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

MAX_PATHS_PER_CELL = 4  # paths with different tiles
MAX_ROUTES = 24
MAX_DROPS = 24


class Way(NamedTuple):
    """A path from an engine: its cost and its cells."""

    tiles: int
    steps: int
    used: tuple[int, int, int]
    cells: tuple[int, ...]


class Route(NamedTuple):
    """A path as moves, and the points each seat would get."""

    gains: list[int]
    way: Way
    moves: list[int]


def shortcuts(d: Decision) -> list[Shortcut]:
    if d.phase == MAKE:
        return _trains(d, ScratchLayout())
    if d.phase in (CENTRE, LAY_ENGINE, ROUTE):
        return _routes(d, ScratchLayout())
    return _drops(d) if d.phase == DROP else []


def _drops(d: Decision) -> list[Shortcut]:
    """Offer to drop all items over the limit at once, if that saves clicks."""
    excess = cargo_load(d.s, d.seat) - cargo_limit(d.board, d.s, d.seat)
    if excess < 2:
        return []
    cargo = [item for item in range(ITEMS) for _ in range(d.s.cargo[d.seat][item])]
    results = []
    for dropped in sorted(set(combinations(cargo, excess)))[:MAX_DROPS]:
        each = [amount(dropped.count(item), ITEM_NAMES[item]) for item in sorted(set(dropped))]
        rest = [n - dropped.count(item) for item, n in enumerate(d.s.cargo[d.seat])]
        moves, label = [DROP_ONE + item for item in dropped], capitalize_first(join_words(each))
        note = _("You keep {items}", items=items(rest))
        results.append(_shortcut(d, moves, label, [], _("Drop together"), note))
    return results


def _trains(d: Decision, scratch: ScratchLayout) -> list[Shortcut]:
    """Let the rest of the train make as much as possible, if that saves clicks."""
    then = d.s.copy()
    moves = _obvious(d.board, then, scratch, d.seat)
    if len(moves) < 2:
        return []
    before, after = d.s.cargo[d.seat][RESOURCES:], then.cargo[d.seat][RESOURCES:]
    results = [
        amount(b - a, name) for a, b, name in zip(before, after, TILE_NAMES, strict=True) if b - a
    ]
    note = _("Makes {tiles}", tiles=join_words(results))
    label, group = _("Make as much as possible"), specialist_name(d.first)
    return [_shortcut(d, moves, label, [], group, note)]


def _obvious(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> list[int]:
    """Return moves that make the most tiles until another decision; changes `s`."""
    moves = []
    while s.turn == seat and s.depth > 0 and s.phase[s.depth - 1] == MAKE:
        moves.append(MAKE_TILES + max_tiles(board, s, seat))
        apply(board, s, scratch, moves[-1])
    return moves


def _after(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, moves: list[int]
) -> StateLayout:
    """Return the state after these moves."""
    trial = s.copy()
    for action in moves:
        apply(board, trial, scratch, action)
    return trial


def _routes(d: Decision, scratch: ScratchLayout) -> list[Shortcut]:
    """Offer, for each city in reach, the cheapest route and the one with most points."""
    results = []
    for begin in [d.first] if d.phase == ROUTE else sorted(set(d.s.engines[d.seat])):
        lead = [GO_LAY] if d.phase == CENTRE else []
        if d.phase != ROUTE:
            lead.append(engine_action(d.board, begin))
        for city, ways in _build_ways(d.board, d.s, d.seat, begin).items():
            for route in _worth_offering([_route(d, scratch, lead, way) for way in ways], d.seat):
                points = route.gains[d.seat]
                result = _shortcut(
                    d,
                    route.moves,
                    _("To {city}: {points} VP", city=d.places.city(city), points=points),
                    [d.places.cell_ref(route.way.cells[-1])],
                    _("Whole route from {place}", place=d.places.cell(begin)),
                    _write_note(d.seat, route),
                )
                results.append((-points, route.way.tiles, result))
    results.sort(key=lambda each: each[:2])
    return [each[-1] for each in results[:MAX_ROUTES]]


def _route(d: Decision, scratch: ScratchLayout, lead: list[int], way: Way) -> Route:
    moves = [*lead, *(TO + cell for cell in way.cells[1:]), DONE]
    then = _after(d.board, d.s, scratch, moves)
    return Route([then.score[n] - d.s.score[n] for n in range(d.s.seats)], way, moves)


def _worth_offering(routes: list[Route], seat: int) -> list[Route]:
    """Return the cheapest route to a city, and the best one if different."""
    cheapest = routes[0]
    best = max(routes, key=lambda each: (each.gains[seat], -each.way.tiles))
    return [cheapest] if best.gains == cheapest.gains else [cheapest, best]


def _build_ways(board: BoardLayout, s: StateLayout, seat: int, begin: int) -> dict[int, list[Way]]:
    """Return the cheapest paths from `begin` to each end, fewest tiles first."""
    cargo = s.cargo[seat][RESOURCES:]
    walked = {*cells_of(s.walked)}
    laid = any(s.fresh)
    paths: dict[int, set[tuple[int, int, int]]] = {}
    ends: dict[int, list[Way]] = {}
    queue = [Way(0, 0, (0, 0, 0), (begin,))]
    while queue:
        way = heappop(queue)
        cell = way.cells[-1]
        known = paths.setdefault(cell, set())
        if way.used in known or len(known) == MAX_PATHS_PER_CELL:
            continue
        known.add(way.used)
        city, built = board.city_at[cell], has(s.towns, cell)
        if city >= 0:
            if way.steps and can_end(board, s, seat, city) and (laid or way.tiles or not built):
                ends.setdefault(city, []).append(way)
            if not built:
                continue  # routes end here and do not pass, even when they already stand here
        for there in board.near[cell]:
            if there < 0 or there in walked or there in way.cells:
                continue
            used = _enter(board, s, there, way.used, cargo)
            if used is not None:
                heappush(queue, Way(sum(used), way.steps + 1, used, (*way.cells, there)))
    return ends


def _enter(
    board: BoardLayout, s: StateLayout, cell: int, used: tuple[int, int, int], cargo: list[int]
) -> tuple[int, int, int] | None:
    """Return the tiles used after stepping on a cell, or None if that is impossible."""
    if board.city_at[cell] >= 0 or board.start_at[cell] >= 0 or has(s.track, cell):
        return used
    tile = board.tile[cell]
    if tile < 0 or used[tile] >= cargo[tile]:
        return None
    more = list(used)
    more[tile] += 1
    return more[0], more[1], more[2]


def _write_note(seat: int, route: Route) -> str:
    """Say which tiles the route uses and who else scores."""
    each = [amount(n, name) for n, name in zip(route.way.used, TILE_NAMES, strict=True) if n]
    others = [write_points(who, n) for who, n in enumerate(route.gains) if n and who != seat]
    uses = _("Uses {tiles}", tiles=", ".join(each)) if each else _("Uses no tiles")
    return " · ".join([uses, *others])


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
