"""The log of Branch Line: a sentence for each move."""

from __future__ import annotations

from roundhouse.core.view import End, Event, ScorePart, nothing_hidden

from .actions import BUILD, CARD, DRAW
from .names import points, rails, station_name
from .rules import free_stations
from .state import State

redact = nothing_hidden  # moves contain no hidden information


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Return the log sentence of a move as `seat` may read it, or an empty string."""
    if action == DRAW:
        return ""  # the sentence of the card follows
    if action >= CARD:
        return f"@{before.py_state.drawer} draws {rails(action - CARD + 1)}"
    station = action - BUILD
    paid, gained = before.board.cost[station], before.board.points[station]
    name = station_name(before, station)
    return f"@{before.turn} builds {name} with {rails(paid)}: {points(gained)}"


def end(state: State) -> End:
    """Return how a finished game ended: a code for statistics, and a sentence."""
    if free_stations(state.board, state.py_state) == 0:
        return End("built", "every station has been built")
    return End("deck", "the deck is empty")


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move: here only one for the end of the game."""
    if not after.over:
        return ()
    scores = after.scores()
    rows = tuple((n, scores[n], "") for n in range(after.seats))
    return (Event("The end", end(after).sentence, rows, "points"),)


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the points of each seat by station."""
    s, board = state.py_state, state.board
    return tuple(
        ScorePart(
            station_name(state, n),
            tuple(board.points[n] if s.owner[n] == seat else 0 for seat in range(s.seats)),
        )
        for n in range(board.stations)
        if s.owner[n] >= 0
    )
