"""What a seat may know of Pacific Rails Inc. (everything), as plain data."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.view import Fact, Panel, View, fact
from roundhouse.games.rails.actions import cell_name
from roundhouse.games.rails.components import RESOURCE_NAMES, SPECIALIST_NAMES, TOKEN_NAMES
from roundhouse.games.rails.log import end_reason, prompt, sentence
from roundhouse.games.rails.names import ITEM_NAMES, PHASES, Places, count, items, specialist
from roundhouse.games.rails.offers import offer
from roundhouse.games.rails.rules.cargo import carriages, limit, load
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.production import output
from roundhouse.games.rails.rules.scoring import (
    building_points,
    goal_count,
    goal_leader,
    leftover_points,
)
from roundhouse.games.rails.shortcuts import shortcuts
from roundhouse.games.rails.state import CELLS, RESOURCES, ROUTE, Board, Position, State

__all__ = ["sentence", "view"]


def view(position: Position, seat: int | None) -> View:
    s: State = position.twin
    board: Board = position.board
    places = Places(board, position.game.board_file.data)
    mine = seat is not None and seat == s.turn
    text = position.game.text
    return {
        "game": "rails",
        "seat": seat,
        "seats": s.seats,
        "turn": s.turn,
        "phase": "over" if s.turn == OVER else PHASES[s.phase[s.depth - 1]],
        "prompt": prompt(board, s, places, mine),
        "choices": [offer(board, s, places, a, text(a)) for a in position.legal()] if mine else [],
        "shortcuts": shortcuts(position, places) if mine else [],
        "panels": [_panel(board, s, n) for n in range(s.seats)],
        "notes": _notes(board, s, places),
        "facts": _facts(board, s, places),
        "ranks": position.ranks() if position.over else None,
    }


def _panel(board: Board, s: State, seat: int) -> Panel:
    people = [specialist(n - 1) for n in s.windows[seat] if n]
    facts: list[Fact] = [
        fact("workers at home", s.reserve[seat]),
        fact("hats", s.hats[seat]),
        fact("cargo", f"{items(s.cargo[seat])} ({load(s, seat)} of {limit(board, s, seat)})"),
        fact("train", f"{count(carriages(s, seat), 'carriage')}: {', '.join(people) or 'empty'}"),
        fact(
            "on the map",
            f"{count(s.stations[seat], 'station')}, {count(s.telegraphs[seat], 'telegraph')}",
        ),
    ]
    if s.turn != OVER:
        facts.append(fact("buildings worth at the end", f"{building_points(board, s, seat)} VP"))
        facts.append(fact("tiles worth at the end", f"{leftover_points(board, s, seat)} VP"))
    badges = []
    if s.joined == seat + 1:
        badges.append("joined the coasts")
    if s.turn >= 0 and s.mover == seat and s.turn != seat:
        badges.append("has the turn")
    return {"seat": seat, "score": s.score[seat], "facts": facts, "badges": badges}


def _notes(board: Board, s: State, places: Places) -> list[Fact]:
    notes = [fact("round", s.round_number)]
    if s.turn == OVER:
        why = "a line from coast to coast" if s.joined else f"{board.max_rounds} rounds"
        notes.append(fact("ended by", why))
    elif s.joined:
        notes.append(fact("last round", f"@{s.joined - 1} joined the coasts"))
    for n, goal in enumerate(places.goals):
        if s.goals[n]:
            leader = goal_leader(s, board.goal_kind[n])
            notes.append(fact(goal["name"], f"@{leader}" if leader >= 0 else "nobody"))
    supply = ", ".join(
        f"{n} {name}" for n, name in zip(s.supply[:RESOURCES], RESOURCE_NAMES, strict=True)
    )
    return [*notes, fact("supply", supply)]


def _facts(board: Board, s: State, places: Places) -> dict[str, Any]:
    cities = [row["id"] for row in places.cities]
    return {
        "round": s.round_number,
        "mover": s.mover,
        "joined": s.joined - 1 if s.joined else None,
        "end": end_reason(s),
        "spaces": {name: _owner(s.space[n]) for n, name in enumerate(places.spaces)},
        "above": {row["id"]: _owner(s.above[n]) for n, row in enumerate(places.districts)},
        "sites": {
            places.resource_district(r): [s.sites[n][r] for n in range(s.seats)]
            for r in range(RESOURCES)
        },
        "stations": {c: _owner(s.station_at[n]) for n, c in enumerate(cities) if s.station_at[n]},
        "telegraphs": {
            c: _owner(s.telegraph_at[n]) for n, c in enumerate(cities) if s.telegraph_at[n]
        },
        "track": _cells(s.track),
        "fresh": _cells(s.fresh),
        "walked": _cells(s.walked),
        "head": _head(s),
        "engines": [
            [_place(board, places, cell) for cell in s.engines[n] if cell >= 0]
            for n in range(s.seats)
        ],
        "lobbied": [bool(down) for down in s.lobbied],
        "budget": s.budget,
        "goals": [
            {
                "id": row["id"],
                "name": row["name"],
                "leader": _leader(goal_leader(s, board.goal_kind[n])),
                "counts": [goal_count(s, seat, board.goal_kind[n]) for seat in range(s.seats)],
            }
            for n, row in enumerate(places.goals)
            if s.goals[n]
        ],
        "supply": dict(zip(ITEM_NAMES, s.supply, strict=True)),
        "specialists": dict(zip(SPECIALIST_NAMES, s.specialists, strict=True)),
        "tokens": dict(zip(TOKEN_NAMES, s.tokens, strict=True)),
        "boards": [_seat_board(board, s, n) for n in range(s.seats)],
    }


def _owner(stored: int) -> int | None:
    return stored - 1 if stored else None


def _leader(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _cells(words: list[int]) -> list[str]:
    return [cell_name(cell) for cell in range(CELLS) if has(words, 0, cell)]


def _head(s: State) -> str | None:
    """The cell a route under way has reached."""
    if s.depth and s.phase[s.depth - 1] == ROUTE:
        return cell_name(s.first[s.depth - 1])
    return None


def _place(board: Board, places: Places, cell: int) -> str:
    return places.ref(cell).split(":")[1]


def _seat_board(board: Board, s: State, seat: int) -> dict[str, Any]:
    return {
        "score": s.score[seat],
        "reserve": s.reserve[seat],
        "hats": s.hats[seat],
        "cargo": dict(zip(ITEM_NAMES, s.cargo[seat], strict=True)),
        "limit": limit(board, s, seat),
        "houses": dict(zip(RESOURCE_NAMES, s.houses[seat], strict=True)),
        "output": {name: output(board, s, seat, n) for n, name in enumerate(RESOURCE_NAMES)},
        "carriages": carriages(s, seat),
        "windows": [SPECIALIST_NAMES[n - 1] if n else None for n in s.windows[seat]],
        "upgrades": [TOKEN_NAMES[n - 1] if n else None for n in s.upgrades[seat]],
        "stations": s.stations[seat],
        "telegraphs": s.telegraphs[seat],
        "telegraph_vp": board.telegraph_vp[s.telegraphs[seat] : board.telegraph_count],
    }
