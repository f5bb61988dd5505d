"""Heuristics of Branch Line for bots: rough is enough, the search improves them."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

from .actions import BUILD, DRAW
from .rules import points
from .state import BoardLayout, ScratchLayout, StateLayout

SEARCH = SearchParams()  # override defaults here if the search plays this game badly
RAIL = 700  # expected value of a rail in hand, in thousandths of a point


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Estimate each seat's final result; after the end, order seats as `ranks` does."""
    for seat in range(s.seats):
        rail = 1 if s.turn == OVER else RAIL
        out[seat] = 1000 * points(board, s, seat) + rail * s.rails[seat]


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Compute once per state what `action_prior` needs for actions: nothing here."""
    return 0


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Rate an action from 0 to 1000: build the best station, else draw."""
    if action == DRAW:
        return 200
    return min(1000, 100 + 100 * board.points[action - BUILD])
