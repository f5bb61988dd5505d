"""What a player is handed: never the true state, but one that its seat could imagine."""

from __future__ import annotations

import random

from roundhouse.core.game import State


def imagine(state: State, seat: int, rng: random.Random) -> State:
    """A full state that looks the same to `seat`; all it cannot know is drawn again."""
    return state.redeal(seat, rng)
