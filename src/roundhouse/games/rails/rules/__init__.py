"""The rules of Pacific Rails Inc. Comments cite sections and rulings of RULES.md.

`dispatch.py` calls the rules of the phase on top of the stack (see `state.py`). Each phase has a
module in `phases`; the other modules hold what phases share.
"""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.dispatch import apply, legal
from roundhouse.games.rails.rules.opening import set_up_table
from roundhouse.games.rails.rules.scoring import rank_key
from roundhouse.games.rails.state import BoardLayout, ScratchLayout, StateLayout

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    set_up_table(board, s, seats)
    s.district_worker = options[0]


@rule
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    return 1


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    for seat in range(s.seats):
        scratch.keys[seat] = rank_key(s, seat)
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    return  # nothing is hidden
