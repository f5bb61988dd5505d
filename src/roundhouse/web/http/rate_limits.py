"""Rate limits of requests, by user or by address."""

from __future__ import annotations

import threading
import time

from roundhouse.core.translation import translate as _
from roundhouse.web.http.errors import TooMany


class RateLimits:
    """Rate limits as leaky buckets; `rates` has the burst and the rate per minute."""

    rates: dict[str, tuple[int, float]] = {  # noqa: RUF012 - never written to
        "login": (8, 6),
        "account": (10, 1),  # wrong passwords, per account and address
        "guesses": (20, 2),  # the same from all addresses: no single one locks the owner out
        "people": (20, 12),
        "create": (20, 20),
        "upload": (6, 6),  # per user
        "uploads": (12, 12),  # per address
        "records": (100, 100 / 1440),  # per address: guests are free, storage is not
        "boards": (200, 200 / 1440),  # the same for boards: each saved change is a board
        "check": (30, 60),  # of boards in the editor
        "move": (60, 240),
        "bot": (120, 600),  # all API requests of a bot account
        "hint": (8, 12),
        "notification": (5, 2),  # requested emails and test notifications
        "emails": (30, 30 / 1440),  # to new addresses, per address: guests are free
        "talk": (10, 30),
    }

    def __init__(self, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, kind: str, who: str) -> None:
        """Count one request; raise TooMany if it is over the limit."""
        if not self._on:
            return
        burst, rate = self.rates[kind]
        now = time.monotonic()
        with self._lock:
            level, since = self._buckets.get((kind, who), (0.0, now))
            level = max(0.0, level - (now - since) * rate / 60)
            if level + 1 > burst:
                wait = int((level + 1 - burst) * 60 / rate) + 1
                raise TooMany(_("Too many requests. Try again in {wait} s.", wait=wait), wait)
            self._buckets[kind, who] = (level + 1, now)
            if len(self._buckets) > 20_000:
                self._forget(now)

    def give_back(self, kind: str, who: str) -> None:
        """Uncount one request."""
        with self._lock:
            if (kind, who) in self._buckets:
                level, since = self._buckets[kind, who]
                self._buckets[kind, who] = (max(0.0, level - 1), since)

    def _forget(self, now: float) -> None:
        for key, (level, since) in list(self._buckets.items()):
            if level <= (now - since) * self.rates[key[0]][1] / 60:
                del self._buckets[key]
