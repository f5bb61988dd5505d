"""Advice on Pacific Rails Inc."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.state import Board, State


@rule
def value(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@rule
def prefer(board: Board, s: State, action: int) -> int:
    return 100
