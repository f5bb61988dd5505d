"""Retry delays, and throttled logging."""

from __future__ import annotations

import random
import time


class Backoff:
    """Delays that double from `first` to `most` seconds, with jitter."""

    def __init__(self, first: float, most: float) -> None:
        self._first, self._most = first, most
        self._times = 0

    def wait(self) -> float:
        """Return the next delay."""
        usual = min(self._most, self._first * 2.0 ** min(self._times, 20))
        self._times += 1
        return usual * (0.75 + random.random() / 4)

    def reset(self) -> None:
        self._times = 0


class LogThrottle:
    """Limits how often a frequent event is logged."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next = seconds, 0.0

    @property
    def due(self) -> bool:
        """Return whether to log now; if so, start the next interval."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self._seconds
        return True
