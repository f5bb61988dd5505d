"""How long bots think about a move. One that has no choice, where nobody else can know that, takes
as long: as one of the moves that were thought about lately, by bots of its kind."""

from __future__ import annotations

import random
from collections import deque

REMEMBERED = 40  # moves of one level in one game
UNKNOWN = (0.2, 1.0)  # seconds, between which it takes as long as nothing is known


class Pace:
    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str], deque[float]] = {}
        self._rng = random.SystemRandom()

    def note(self, game: str, level: str, seconds: float) -> None:
        """A bot has thought so long about a choice."""
        kept = self._seconds.setdefault((game, level), deque(maxlen=REMEMBERED))
        kept.append(seconds)

    def draw(self, game: str, level: str) -> float:
        """How long it takes a bot that has no choice."""
        known = self._seconds.get((game, level))
        return self._rng.choice(known) if known else self._rng.uniform(*UNKNOWN)
