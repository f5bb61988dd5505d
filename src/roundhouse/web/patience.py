"""How long to wait before something is tried again, or said again."""

from __future__ import annotations

import random
import time


class Patience:
    """Waits that double from `first` to `most` seconds, each a little longer or shorter."""

    def __init__(self, first: float, most: float) -> None:
        self._first, self._most = first, most
        self._times = 0

    def wait(self) -> float:
        """How long to wait this time."""
        usual = min(self._most, self._first * 2.0 ** min(self._times, 20))
        self._times += 1
        return usual * (0.75 + random.random() / 4)

    def reset(self) -> None:
        self._times = 0


class Seldom:
    """For what may happen a thousand times a second and is worth a line in the log."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next = seconds, 0.0

    @property
    def due(self) -> bool:
        """Whether it is time to say it again; then it is taken as said."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self._seconds
        return True
