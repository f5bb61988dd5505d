"""How long to wait before something is tried again: longer each time, and never all at once."""

from __future__ import annotations

import random


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
