"""The state that a bot gets: one consistent with its knowledge."""

from __future__ import annotations

import random

from roundhouse.core.state import State


def determinize(state: State, seat: int, rng: random.Random) -> State:
    """Return a state that is indistinguishable to `seat`, with hidden parts redealt."""
    return state.redeal(seat, rng)
