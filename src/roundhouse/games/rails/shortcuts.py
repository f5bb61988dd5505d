"""Shortcuts: whole routes and whole turns in one click.

They are suggestions: every move in them is checked when it is played, and whatever is not offered
here can be walked step by step.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from roundhouse.core.contract import OVER
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
from roundhouse.games.rails.names import Places, count
from roundhouse.games.rails.offers import effect
from roundhouse.games.rails.rules import apply
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.routes import engine_action
from roundhouse.games.rails.rules.search import can_end
from roundhouse.games.rails.rules.train import most_made
from roundhouse.games.rails.rules.workers import workers_at
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
    Position,
    Scratch,
    State,
)

LABELS_A_CELL = 4  # ways kept for each cell, by the tiles they use
ROUTES = 24  # offered at once


class Way(NamedTuple):
    """A way from an engine: what it costs and where it has been."""

    tiles: int
    steps: int
    used: tuple[int, int, int]
    cells: tuple[int, ...]


def shortcuts(position: Position, places: Places) -> list[Shortcut]:
    s: State = position.twin
    board: Board = position.board
    phase = s.phase[s.depth - 1]
    if phase == WORKER:
        return _turns(position, board, s, places)
    if phase in (CENTRE, LAY_ENGINE, ROUTE):
        return _routes(position, board, s, places)
    return []


def _turns(position: Position, board: Board, s: State, places: Places) -> list[Shortcut]:
    """Move a worker and act at one of its districts, as far as nothing needs thought."""
    seat, made = s.turn, []
    for first in position.legal():
        if first >= BUMP:
            break
        space = (first - PLACE) % SPACES
        moved = s.copy()
        apply(board, moved, Scratch(), first)
        verb = "place" if first < REMOVE else "take back"
        for district in board.space_ends[space]:
            trial = moved.copy()
            moves = [first, AT + district, SPEND_HATS]
            for action in moves[1:]:
                apply(board, trial, Scratch(), action)
            moves += _obvious(board, trial, seat)
            bonus = workers_at(board, moved, seat, district) - moved.second[moved.depth - 1]
            made.append(
                _shortcut(
                    position,
                    moves,
                    effect(board, moved, seat, district, bonus).capitalize(),
                    [f"space:{places.spaces[space]}"],
                    f"Whole turn at {places.district(district)}",
                    f"{verb} the worker at {places.space(space)}",
                )
            )
    return sorted(made, key=lambda each: each["group"])


def _obvious(board: Board, s: State, seat: int) -> list[int]:
    """Make all that can be made, and end a special action that nobody could pay."""
    moves = []
    while s.turn == seat and s.depth > 0:
        phase = s.phase[s.depth - 1]
        if phase == MAKE:
            moves.append(MAKE_TILES + most_made(board, s, seat))
        elif phase == SPECIAL and s.cargo[seat][board.special_pay[s.second[s.depth - 1]]] == 0:
            moves.append(DONE)
        else:
            break
        apply(board, s, Scratch(), moves[-1])
    return moves


def _routes(position: Position, board: Board, s: State, places: Places) -> list[Shortcut]:
    """For each city in reach the way with the fewest tiles and the one with the best points."""
    seat, phase = s.turn, s.phase[s.depth - 1]
    lead = [GO_LAY] if phase == CENTRE else []
    found = []
    for begin in [s.first[s.depth - 1]] if phase == ROUTE else sorted(set(s.engines[seat])):
        start = [] if phase == ROUTE else [engine_action(board, begin)]
        for city, ways in _ways(board, s, seat, begin).items():
            rated = []
            for way in ways:
                moves = [*lead, *start, *(TO + cell for cell in way.cells[1:]), DONE]
                rated.append((_gains(board, s, moves), way, moves))
            best = max(rated, key=lambda each: (each[0][seat], -each[1].tiles))
            for gains, way, moves in (rated[0],) if best[0] == rated[0][0] else (rated[0], best):
                found.append(
                    (
                        -gains[seat],
                        way.tiles,
                        _shortcut(
                            position,
                            moves,
                            f"To {places.city(city)}, {count(gains[seat], 'point')}",
                            [places.ref(cell) for cell in way.cells[-1:]],
                            f"Whole route from {places.cell(begin)}",
                            _note(seat, gains, way),
                        ),
                    )
                )
    found.sort(key=lambda each: each[:2])
    return [shortcut for *_, shortcut in found[:ROUTES]]


def _ways(board: Board, s: State, seat: int, begin: int) -> dict[int, list[Way]]:
    """The cheapest ways from `begin` to each city where a route may end, fewest tiles first."""
    cargo = s.cargo[seat][RESOURCES:]
    walked = {cell for cell in range(CELLS) if has(s.walked, 0, cell)}
    laid = any(s.fresh)
    kept: dict[int, set[tuple[int, int, int]]] = {}
    ends: dict[int, list[Way]] = {}
    queue = [Way(0, 0, (0, 0, 0), (begin,))]
    while queue:
        way = heappop(queue)
        cell = way.cells[-1]
        known = kept.setdefault(cell, set())
        if way.used in known or len(known) == LABELS_A_CELL:
            continue
        known.add(way.used)
        city, built = board.city_at[cell], has(s.towns, 0, cell)
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
    if board.city_at[cell] >= 0 or board.start_at[cell] >= 0 or has(s.track, 0, cell):
        return used
    tile = board.tile[cell]
    if tile < 0 or used[tile] >= cargo[tile]:
        return None
    more = list(used)
    more[tile] += 1
    return more[0], more[1], more[2]


def _gains(board: Board, s: State, moves: list[int]) -> list[int]:
    """What each seat would score by these moves."""
    trial = s.copy()
    for action in moves:
        assert trial.turn != OVER
        apply(board, trial, Scratch(), action)
    return [trial.score[seat] - s.score[seat] for seat in range(s.seats)]


def _note(seat: int, gains: list[int], way: Way) -> str:
    parts = [count(way.tiles, "tile")]
    if way.tiles:
        each = [
            count(n, name)
            for n, name in zip(way.used, ("rail", "bridge", "tunnel"), strict=True)
            if n
        ]
        parts = [", ".join(each)]
    others = [f"@{other} +{n}" for other, n in enumerate(gains) if n and other != seat]
    return "; ".join([*parts, ", ".join(others) or "nobody else scores"])


def _shortcut(
    position: Position, moves: list[int], label: str, refs: list[str], group: str, note: str
) -> Shortcut:
    return {
        "moves": [position.game.text(action) for action in moves],
        "label": label,
        "refs": refs,
        "group": group,
        "note": note,
    }
