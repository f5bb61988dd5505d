"""The random player: any legal action, all alike."""

from __future__ import annotations

import random

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game, Position


class RandomBot(Bot):
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, state: Position) -> int:
        return self._rng.choice(state.legal())
