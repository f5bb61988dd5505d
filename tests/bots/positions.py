"""Positions to think about."""

from __future__ import annotations

import random

from roundhouse import CHANCE, Game, State


def some_way_in(game: Game, seats: int, plies: int) -> State:
    """A position with a choice, some way into a random game."""
    rng = random.Random(plies)
    state = game.start(seats)
    while plies > 0 or state.turn == CHANCE or len(state.legal()) < 2:
        chance = state.turn == CHANCE
        state.apply(rng.choices(state.legal(), state.weights() if chance else None)[0])
        plies -= 1
    return state
