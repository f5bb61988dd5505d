"""What lies in the working memory means nothing, and thinking changes no position."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.games.rails import advice, rules
from roundhouse.games.rails.actions import ACTIONS
from roundhouse.games.rails.state import Scratch

Memory = Callable[[random.Random], Scratch]


def thoughts(position: Position, scratch: Scratch) -> list[object]:
    """All that the rules say of a position without changing it."""
    board, s = position.board, position.twin
    before = s.pack()
    out = [0] * ACTIONS
    legal = out[: rules.legal(board, s, scratch, out)]
    said: list[object] = [legal]
    advice.value(board, s, scratch, out)
    said.append(out[: s.seats])
    if s.turn != CHANCE:
        hunch = advice.hunch(board, s, scratch)
        said += [hunch, *(advice.prefer(board, s, scratch, a, hunch) for a in legal)]
    assert s.pack() == before
    return said


@pytest.mark.parametrize("seats", [2, 4])
def test_any_working_memory_will_do(rails: Game, seats: int, dirty: Memory) -> None:
    rng = random.Random(seats)
    position = rails.start(seats)
    for ply in range(700):
        if ply % 7 == 0:
            assert thoughts(position, dirty(rng)) == thoughts(position, Scratch())
        action = rng.choice(position.legal())
        twin = position.twin.copy()
        rules.apply(position.board, twin, dirty(rng), action)
        position.apply(action)
        assert twin.pack() == position.pack()
