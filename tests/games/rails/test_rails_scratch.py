"""Rules do not depend on scratch memory's contents, and do not change states."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.games.rails import advice, rules
from roundhouse.games.rails.actions import ACTIONS
from roundhouse.games.rails.state import ScratchLayout

NewScratch = Callable[[random.Random], ScratchLayout]


def evaluate_rules(state: State, scratch: ScratchLayout) -> list[object]:
    """Return everything the rules compute from a state without changing it."""
    board, s = state.board, state.py_state
    before = s.pack()
    out = [0] * ACTIONS
    legal = out[: rules.legal(board, s, scratch, out)]
    results: list[object] = [legal]
    advice.evaluate(board, s, scratch, out)
    results.append(out[: s.seats])
    if s.turn != CHANCE:
        action_context = advice.action_context(board, s, scratch)
        results += [
            action_context,
            *(advice.action_prior(board, s, scratch, a, action_context) for a in legal),
        ]
    assert s.pack() == before
    return results


@pytest.mark.parametrize("seats", [2, 4])
def test_scratch_contents_do_not_matter(rails: Game, seats: int, dirty_scratch: NewScratch) -> None:
    rng = random.Random(seats)
    state = rails.start(seats)
    for ply in range(700):
        if ply % 7 == 0:
            assert evaluate_rules(state, dirty_scratch(rng)) == evaluate_rules(
                state, ScratchLayout()
            )
        action = rng.choice(state.legal())
        py_state = state.py_state.copy()
        rules.apply(state.board, py_state, dirty_scratch(rng), action)
        state.apply(action)
        assert py_state.pack() == state.pack()
