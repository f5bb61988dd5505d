"""How long bots think about a move.

A forced move in a game with secrets takes as long as a recent real decision of such a bot, so that
its duration reveals nothing.
"""

from __future__ import annotations

import random
from collections import deque

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
        known = self._seconds.get((game, level))
        return self._rng.choice(known) if known else self._rng.uniform(*UNKNOWN)
