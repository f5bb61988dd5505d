"""What a seat sees of Pacific Rails Inc. (everything), in words."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.text import count
from roundhouse.core.view import Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.rails.names import RESOURCE_NAMES, Places, items, specialist_name
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load, count_carriages
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import NEIGHBOURS, RESOURCES, BoardLayout, State, StateLayout
from roundhouse.games.rails.view.coasts import count_missing_tiles
from roundhouse.games.rails.view.facts import facts
from roundhouse.games.rails.view.shortcuts import shortcuts
from roundhouse.games.rails.view.suggestions import suggest

__all__ = ["suggest", "view"]


def view(state: State, seat: int | None) -> View:
    d = Decision(state)
    mine = seat is not None and seat == d.seat
    phase = PHASES.get(d.phase)  # None when the game is over
    missing = count_missing_tiles(d.board, d.s) if d.seat != OVER and not d.s.joined else None
    return assemble(
        state,
        seat,
        ViewContent(
            phase=phase.name if phase else "over",
            prompt=prompt(d, mine),
            why=phase.explain(d) if phase and mine else "",
            focus=phase.focus(d) if phase else "map",
            choices=[phase.offer(d, action) for action in d.legal()] if phase and mine else [],
            shortcuts=shortcuts(d) if mine else [],
            panels=[_build_panel(d.board, d.s, n, missing) for n in range(d.s.seats)],
            notes=_build_notes(d.board, d.s, d.places, missing),
            facts=facts(d.board, d.s, d.places),
        ),
    )


def prompt(d: Decision, mine: bool) -> str:
    """Write the prompt, with the name of the seat to act if it is not the reader's."""
    if d.seat == OVER:
        return "The game is over"
    text = PHASES[d.phase].ask(d)
    if mine or d.seat == CHANCE:
        return text
    starts_with_name = ":" in text  # "Iron: spend hats?"
    return f"Waiting for {d.who}: {text if starts_with_name else text[0].lower() + text[1:]}"


def _build_panel(board: BoardLayout, s: StateLayout, seat: int, missing: int | None) -> Panel:
    people = [specialist_name(n - 1) for n in s.windows[seat] if n]
    facts: list[Fact] = [
        fact("workers in reserve", s.reserve[seat]),
        fact("hats", s.hats[seat]),
        fact(
            "cargo",
            f"{items(s.cargo[seat])} ({cargo_load(s, seat)} of {cargo_limit(board, s, seat)})",
        ),
        fact(
            "train",
            f"{count(count_carriages(s, seat), 'carriage')}: {', '.join(people) or 'empty'}",
        ),
        fact(
            "on the map",
            f"{count(s.stations[seat], 'station')}, {count(s.telegraphs[seat], 'telegraph')}",
        ),
    ]
    if missing is not None:
        tiles = sum(s.cargo[seat][RESOURCES:])
        facts.append(fact("to join the coasts", f"{count(missing, 'tile')}, has {tiles}"))
    if s.turn != OVER:
        facts.append(fact("end of game: buildings", f"{building_points(board, s, seat)} VP"))
        facts.append(fact("end of game: tiles", f"{leftover_points(board, s, seat)} VP"))
    badges = []
    if s.joined == seat + 1:
        badges.append("joined the coasts")
    if s.turn >= 0 and s.mover == seat and s.turn != seat:
        badges.append("current turn")
    return {
        "seat": seat,
        "score": s.score[seat],
        "facts": facts,
        "brief": [
            fact("workers", s.reserve[seat]),
            fact("cargo", f"{cargo_load(s, seat)} of {cargo_limit(board, s, seat)}"),
            fact("buildings", s.stations[seat] + s.telegraphs[seat]),
        ],
        "badges": badges,
    }


def _build_notes(
    board: BoardLayout, s: StateLayout, places: Places, missing: int | None
) -> list[Fact]:
    notes = [fact("round", s.round_number)]
    if s.turn == OVER:
        reason = "coast-to-coast line" if s.joined else f"{board.max_rounds} rounds played"
        notes.append(fact("ended", reason))
    elif s.joined:
        notes.append(fact("last round", f"@{s.joined - 1} joined the coasts"))
    if missing is not None:
        notes.append(fact("to join the coasts", count(missing, "more tile")))
    for n, goal in enumerate(places.goals):
        if s.goals[n]:
            leader = goal_leader(s, board.goal_kind[n])
            notes.append(fact(goal["name"], f"@{leader}" if leader >= 0 else "no leader"))
    supply = ", ".join(
        f"{n} {name}" for n, name in zip(s.supply[:RESOURCES], RESOURCE_NAMES, strict=True)
    )
    notes.append(fact("supply", supply))
    if s.district_worker == NEIGHBOURS:
        notes.append(fact("worker on a district", "also adds 1 to the districts next to it"))
    return notes
