"""Chance and forced moves of a `State`, for callers that see each of them.

Inside a backend, the driver `advance` of `core/drivers.py` plays them in one call.
"""

from __future__ import annotations

import random

from roundhouse.core.constants import CHANCE
from roundhouse.core.state import State


def automatic_action(state: State, rng: random.Random, forced: bool = True) -> int | None:
    """Return the action of a state in which no seat has a choice.

    Args:
        state: The state.
        rng: The source of chance outcomes.
        forced: Whether a seat with a single legal action has no choice.

    Returns:
        An outcome drawn by weight, or the only legal action; None if a seat decides or the game
        is over.
    """
    actions = state.legal()
    if state.turn == CHANCE:
        return rng.choices(actions, state.weights())[0]
    return actions[0] if forced and len(actions) == 1 else None


def advance(state: State, rng: random.Random) -> None:
    """Play chance and forced moves until a seat has a choice or the game is over."""
    while (action := automatic_action(state, rng)) is not None:
        state.apply(action)
