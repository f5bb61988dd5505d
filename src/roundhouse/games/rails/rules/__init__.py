"""The rules of Pacific Rails Inc. Letters and P-numbers in comments are those of RULES.md.

`dispatch.py` finds the rules of the phase on top of the stack (see `state.py`), which are in
`phases`, a file each; what several phases share is in the other modules of this package.
"""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.dispatch import apply, legal
from roundhouse.games.rails.rules.opening import lay_table
from roundhouse.games.rails.rules.scoring import rank_key
from roundhouse.games.rails.state import Board, Scratch, State

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    lay_table(board, s, seats)


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        scratch.keys[seat] = rank_key(s, seat)
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
