"""Advice on Branch Line for bots: crude is fine, search builds on it."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings

from .actions import BUILD, DRAW
from .rules import points
from .state import Board, Scratch, State

SEARCH = SearchSettings()  # change a number here if the search plays this game badly
RAIL = 700  # what a rail in hand may become, in thousandths of a point


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """What each seat may expect in the end; at the end it must order seats as `ranks` does."""
    for seat in range(s.seats):
        rail = 1 if s.turn == OVER else RAIL
        out[seat] = 1000 * points(board, s, seat) + rail * s.rails[seat]


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """What `prefer` needs to know whatever the action, worked out once a position: nothing."""
    return 0


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, nothing: int) -> int:
    """How readily a sensible player does this, 0 to 1000: the best station, else draw."""
    if action == DRAW:
        return 200
    return min(1000, 100 + 100 * board.points[action - BUILD])
