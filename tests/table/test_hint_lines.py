"""Hints in words: what a move pays, and how it compares with the others."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.play import registry
from roundhouse.table.presentation.hints import hint_lines
from roundhouse.table.presentation.markup import NamesForReader


@pytest.mark.parametrize(
    ("shares", "compared"),
    [
        ((0.5, 0.2), ("clearly best", "clearly worse")),
        ((0.36, 0.39), ("nearly tied", "equally good")),
    ],
)
def test_move_that_looks_better_is_never_called_worse(
    shares: tuple[float, float], compared: tuple[str, str]
) -> None:
    game = registry.load("northern", speed="interpreted")
    state = game.start(3)
    view, seat = state.view(state.turn), state.turn
    moves: list[dict[str, Any]] = [
        {"move": choice["move"], "shares": [share] * 3, "gains": [0, 2, 0]}
        for choice, share in zip(view["choices"], shares, strict=False)
    ]
    names = NamesForReader(("Ann", "Bea", "Cem"), seat)
    lines = hint_lines(view, {"seat": seat, "moves": moves}, names, game.meta.unit)
    assert tuple(line.compared for line in lines) == compared
    assert lines[0].pays.striptags() == ("you" if seat == 1 else "Bea") + " +2 cubes"
