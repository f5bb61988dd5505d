"""The view of Branch Line: what a seat may know, as data for pages and terminal.

List what may be known; never copy the state and remove parts. Nothing is hidden in this game, so
all seats and spectators see the same, but only the seat to act gets choices.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.view import Choice, Fact, Panel, View, ViewContent, assemble, choice, fact

from .actions import BUILD, DRAW
from .names import points, rails, station_id, station_name
from .rules import cards_left, free_stations
from .state import NO_SEAT, State


def view(state: State, seat: int | None) -> View:
    """Return what a seat may know; None is a spectator."""
    turn = state.turn
    return assemble(
        state,
        seat,
        ViewContent(
            phase="over" if turn == OVER else "draw" if turn == CHANCE else "turn",
            prompt=_prompt(state, seat),
            choices=_choices(state) if seat is not None and seat == turn else [],
            panels=[_panel(state, n) for n in range(state.seats)],
            notes=_notes(state),
            facts=_facts(state),
        ),
    )


def _prompt(state: State, seat: int | None) -> str:
    """Return the prompt; `@2` stands for the name of seat 2, as in the log."""
    if state.turn == OVER:
        return "The game is over"
    if state.turn == CHANCE:
        return f"@{state.py_state.drawer} draws a card"
    if state.turn != seat:
        return f"@{state.turn} draws rails or builds a station"
    return "Draw rails, or build a station"


def _choices(state: State) -> list[Choice]:
    """Return a choice for each legal action; its ref links it to the drawing."""
    choices = []
    for action in state.legal():
        move = state.game.text(action)
        if action == DRAW:
            choices.append(choice(move, "Draw a card", ["deck"]))
        else:
            station = action - BUILD
            pays, gets = state.board.cost[station], state.board.points[station]
            refs = [f"station:{station_id(state, station)}"]
            note = f"{rails(pays)} for {points(gets)}"
            choices.append(choice(move, station_name(state, station), refs, "Build", note))
    return choices


def _panel(state: State, seat: int) -> Panel:
    s = state.py_state
    built = sum(s.owner[n] == seat for n in range(state.board.stations))
    facts = [fact("rails", s.rails[seat]), fact("stations", built)]
    return {"seat": seat, "score": state.scores()[seat], "facts": facts, "badges": []}


def _notes(state: State) -> list[Fact]:
    free = free_stations(state.board, state.py_state)
    return [fact("cards left", cards_left(state.py_state), "deck"), fact("stations free", free)]


def _facts(state: State) -> dict[str, Any]:
    """Return the game's own data, for its drawing and for research."""
    s = state.py_state
    stations = range(state.board.stations)
    return {
        "deck": list(s.deck),
        "rails": s.rails[: state.seats],
        "owner": {
            station_id(state, n): None if s.owner[n] == NO_SEAT else s.owner[n] for n in stations
        },
    }
