"""What a player is handed: never the true state, but one that its seat could imagine."""

from __future__ import annotations

import random

from roundhouse.core.game import Position


def imagine(state: Position, seat: int, rng: random.Random) -> Position:
    """A full state that looks the same to `seat`; all it cannot know is drawn again."""
    return state.redeal(seat, rng)
