"""States that the tests of bots search."""

from __future__ import annotations

import random

from roundhouse import CHANCE, Game, State


def play_random_plies(game: Game, seats: int, plies: int) -> State:
    """Return a state with a choice, at least this many plies into a random game."""
    rng = random.Random(plies)
    state = game.start(seats)
    while plies > 0 or state.turn == CHANCE or len(state.legal()) < 2:
        is_chance = state.turn == CHANCE
        state.apply(rng.choices(state.legal(), state.weights() if is_chance else None)[0])
        plies -= 1
    return state
