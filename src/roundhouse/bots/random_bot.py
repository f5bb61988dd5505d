"""The random bot."""

from __future__ import annotations

import random

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game
from roundhouse.core.state import State


class RandomBot(Bot):
    """Plays any legal action with equal probability."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> int:
        """Return the action to play."""
        return self._rng.choice(state.legal())
