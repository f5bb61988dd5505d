"""The rules of Union Pacific. Numbers in comments are the rulings of RULES.md.

network     locomotives on the map          memory   what was seen taken
deck        track cards, shares, display    hidden   redeal
dividend    who is paid what                moves    legal, weight, apply
turn        the course of a game
"""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.hidden import redeal
from roundhouse.games.union.rules.moves import apply, legal, weight
from roundhouse.games.union.rules.turn import setup
from roundhouse.games.union.state import Board, Scratch, State

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.money[seat]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Most money wins; ties are shared."""
    for seat in range(s.seats):
        scratch.keys[seat] = s.money[seat]
    rank_by_keys(scratch.keys, s.seats, out)
