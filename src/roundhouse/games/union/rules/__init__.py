"""The rules of Union Pacific. Codes such as U4 are rulings of RULES.md.

network     locomotives on the map          memory   shares taken in public
deck        track cards, shares, display    hidden   redeal
dividend    payments                        moves    legal, weight, apply
turn        sequence of the phases
"""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.hidden import redeal
from roundhouse.games.union.rules.moves import apply, legal, weight
from roundhouse.games.union.rules.turn import setup
from roundhouse.games.union.state import BoardLayout, ScratchLayout, StateLayout

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.money[seat]


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Rank by money; ties share a rank."""
    for seat in range(s.seats):
        scratch.keys[seat] = s.money[seat]
    rank_by_keys(scratch.keys, s.seats, out)
