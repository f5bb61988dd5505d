"""The rules of Texas & Pacific. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

from roundhouse.core.contract import CHANCE
from roundhouse.core.rule import rule
from roundhouse.games.texas.rules.ending import ranks, scores
from roundhouse.games.texas.rules.legal_moves import legal, weight
from roundhouse.games.texas.rules.track import lay_track
from roundhouse.games.texas.rules.turns import apply
from roundhouse.games.texas.state import CHANCE_OPENS, RAILROADS, RANCHES, TP, Board, Scratch, State

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
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
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
