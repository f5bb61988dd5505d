"""The rules of Texas & Pacific. Codes such as T2 cite the rulings in RULES.md."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE
from roundhouse.core.rule import rule
from roundhouse.games.texas.rules.ending import ranks, scores
from roundhouse.games.texas.rules.legal_moves import legal, weight
from roundhouse.games.texas.rules.track import lay_track
from roundhouse.games.texas.rules.turns import apply
from roundhouse.games.texas.state import (
    CHANCE_OPENS,
    RAILROADS,
    RANCHES,
    TP,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    """Set up the game; chance draws the first bidder."""
    s.seats = seats
    s.turn = CHANCE
    s.phase = CHANCE_OPENS
    s.round_number = 1
    for seat in range(seats):
        s.cash[seat] = board.start_cash[seats]
    for ranch in range(RANCHES):
        s.markers[ranch] = 1
    for railroad in range(RAILROADS):
        s.cubes[railroad] = board.cubes[railroad]
        if railroad != TP:
            s.income[railroad] = board.start_income[railroad]
            lay_track(board, s, railroad, board.start_hex[railroad])


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    """Do nothing: no information is hidden."""
    return
