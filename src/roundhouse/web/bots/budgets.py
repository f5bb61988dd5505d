"""How long bots, hints and analyses may think."""

from __future__ import annotations

import random
from collections import deque

from roundhouse.bots.llm import configured_models
from roundhouse.bots.registry import find_level

COLD_SECONDS = 0.7  # budget with interpreted rules, while the game is being compiled
QUICK_SECONDS = 3.0  # for a bot that does not search
HINT_SECONDS = 2.0
POINT_SECONDS = 0.1  # for each analyzed position of a finished game
POINTS = 50  # positions of the seats that are not reviewed in full


def level_seconds(level: str) -> float:
    """Return the time budget of a level for one move."""
    model = configured_models().get(level)
    if model is not None:
        return model.seconds
    bot = find_level(level)
    return bot.budget.seconds if bot and bot.budget else QUICK_SECONDS


REMEMBERED = 40  # moves of one level in one game
UNKNOWN = (0.2, 1.0)  # range in seconds while no decision is known


class ThinkingTimes:
    """Recent thinking times by game and level."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str], deque[float]] = {}
        self._rng = random.SystemRandom()

    def note(self, game: str, level: str, seconds: float) -> None:
        """Record the thinking time of a decision."""
        self._seconds.setdefault((game, level), deque(maxlen=REMEMBERED)).append(seconds)

    def draw(self, game: str, level: str) -> float:
        """Return a thinking time for a forced move."""
        times = self._seconds.get((game, level))
        return self._rng.choice(times) if times else self._rng.uniform(*UNKNOWN)
