"""The log of Branch Line: what a move did, in a sentence."""

from __future__ import annotations

from roundhouse.core.view import End, Event, ScorePart, nothing_hidden

from .actions import BUILD, CARD, DRAW
from .names import points, rails, station_name
from .rules import free_stations
from .state import Position

redact = nothing_hidden  # no word of a move is secret


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The line for a move, as `seat` may read it; empty if it is not worth one."""
    if action == DRAW:
        return ""  # the card that follows tells it
    if action >= CARD:
        return f"@{before.twin.drawer} draws {rails(action - CARD + 1)}"
    station = action - BUILD
    paid, gained = before.board.cost[station], before.board.points[station]
    name = station_name(before, station)
    return f"@{before.turn} builds {name} with {rails(paid)}: {points(gained)}"


def end(position: Position) -> End:
    """How a finished game ended: a code to count by, and a sentence."""
    if free_stations(position.board, position.twin) == 0:
        return End("built", "every station has been built")
    return End("deck", "the deck is empty")


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own: only the end does here."""
    if not after.over:
        return ()
    scores = after.scores()
    rows = tuple((n, scores[n], "") for n in range(after.seats))
    return (Event("The end", end(after).sentence, rows, "points"),)


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Where the points came from, station by station."""
    s, board = position.twin, position.board
    return tuple(
        ScorePart(
            station_name(position, n),
            tuple(board.points[n] if s.owner[n] == seat else 0 for seat in range(s.seats)),
        )
        for n in range(board.stations)
        if s.owner[n] >= 0
    )
