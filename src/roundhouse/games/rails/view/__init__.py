"""What a seat may know of Pacific Rails Inc. (everything), as plain data."""

from __future__ import annotations

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.text import count
from roundhouse.core.view import Fact, Panel, View, assemble, fact
from roundhouse.games.rails.names import RESOURCE_NAMES, Places, items, specialist_name
from roundhouse.games.rails.rules.cargo import carriages, limit, load
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import RESOURCES, Board, Position, State
from roundhouse.games.rails.view.facts import facts
from roundhouse.games.rails.view.shortcuts import shortcuts

__all__ = ["view"]


def view(position: Position, seat: int | None) -> View:
    d = Decision(position)
    mine = seat is not None and seat == d.seat
    phase = PHASES.get(d.phase)  # none when the game is over
    return assemble(
        position,
        seat,
        phase=phase.name if phase else "over",
        prompt=prompt(d, mine),
        why=phase.why(d) if phase and mine else "",
        focus=phase.focus(d) if phase else "map",
        choices=[phase.offer(d, action) for action in d.legal()] if phase and mine else [],
        shortcuts=shortcuts(d) if mine else [],
        panels=[_panel(d.board, d.s, n) for n in range(d.s.seats)],
        notes=_notes(d.board, d.s, d.places),
        facts=facts(d.board, d.s, d.places),
    )


def prompt(d: Decision, mine: bool) -> str:
    """What is to be decided, and by whom if it is somebody else."""
    if d.seat == OVER:
        return "The game is over"
    asked = PHASES[d.phase].ask(d)
    return asked if mine or d.seat == CHANCE else f"{d.who}: {asked}"


def _panel(board: Board, s: State, seat: int) -> Panel:
    people = [specialist_name(n - 1) for n in s.windows[seat] if n]
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
    return {
        "seat": seat,
        "score": s.score[seat],
        "facts": facts,
        "brief": [
            fact("workers", s.reserve[seat]),
            fact("cargo", f"{load(s, seat)} of {limit(board, s, seat)}"),
            fact("buildings", s.stations[seat] + s.telegraphs[seat]),
        ],
        "badges": badges,
    }


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
