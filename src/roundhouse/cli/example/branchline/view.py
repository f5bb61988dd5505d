"""What a seat may know of Branch Line, as data: pages, terminal and bots' authors read only this.

Say what may be known; never copy the state and take things out. Nothing is hidden in this game, so
all seats and spectators see the same, but choices are offered only to the seat that is to act.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, choice, fact

from .actions import BUILD, DRAW
from .names import points, rails, station_id, station_name
from .rules import cards_left, free_stations
from .state import NOBODY, Position


def view(position: Position, seat: int | None) -> View:
    turn = position.turn
    return assemble(
        position,
        seat,
        phase="over" if turn == OVER else "draw" if turn == CHANCE else "turn",
        prompt=_prompt(position, seat),
        choices=_choices(position) if seat is not None and seat == turn else [],
        panels=[_panel(position, n) for n in range(position.seats)],
        notes=_notes(position),
        facts=_facts(position),
    )


def _prompt(position: Position, seat: int | None) -> str:
    """`@2` stands for the name of seat 2, here and in the log."""
    if position.turn == OVER:
        return "The game is over"
    if position.turn == CHANCE:
        return f"@{position.twin.drawer} turns up a card"
    if position.turn != seat:
        return f"@{position.turn} draws rails or builds a station"
    return "Draw rails, or build a station"


def _choices(position: Position) -> list[Choice]:
    """One for each legal action. A ref ties it to what carries the same ref in the drawing."""
    made = []
    for action in position.legal():
        move = position.game.text(action)
        if action == DRAW:
            made.append(choice(move, "Draw a card", ["deck"]))
        else:
            station = action - BUILD
            pays, gets = position.board.cost[station], position.board.points[station]
            refs = [f"station:{station_id(position, station)}"]
            note = f"{rails(pays)} for {points(gets)}"
            made.append(choice(move, station_name(position, station), refs, "Build", note))
    return made


def _panel(position: Position, seat: int) -> Panel:
    s = position.twin
    built = sum(s.owner[n] == seat for n in range(position.board.stations))
    facts = [fact("rails", s.rails[seat]), fact("stations", built)]
    return {"seat": seat, "score": position.scores()[seat], "facts": facts, "badges": []}


def _notes(position: Position) -> list[Fact]:
    free = free_stations(position.board, position.twin)
    return [fact("cards left", cards_left(position.twin), "deck"), fact("stations free", free)]


def _facts(position: Position) -> dict[str, Any]:
    """The game's own data, for its drawing and for researchers."""
    s = position.twin
    stations = range(position.board.stations)
    return {
        "deck": list(s.deck),
        "rails": s.rails[: position.seats],
        "owner": {
            station_id(position, n): None if s.owner[n] == NOBODY else s.owner[n] for n in stations
        },
    }
