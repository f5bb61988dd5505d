"""The picture of a game on the home page: its cover, or a random position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.table.presentation.thumbnail import miniature

PREVIEW_PROGRESS = 0.6  # share of a random game played for the preview on the home page
MAX_PLIES = 3000  # of the random game for the preview


def draw_preview(game: Game) -> str:
    """Return the cover of a game, or draw the position of a random game."""
    if cover := registry.cover(game.meta.id):
        return cover
    seats = game.meta.usual_seats
    length = sum(1 for _ in _random_game(game.start(seats)))
    states = islice(_random_game(game.start(seats)), int(length * PREVIEW_PROGRESS), None)
    return miniature(game, next(states).view(None))


def _random_game(state: State) -> Iterator[State]:
    """Yield the states of a random game with a fixed seed."""
    rng = random.Random(8)
    yield state
    for _ in range(MAX_PLIES):
        if state.over:
            return
        actions = state.legal()
        weights = state.weights() if state.turn == CHANCE else None
        state.apply(rng.choices(actions, weights)[0])
        yield state
