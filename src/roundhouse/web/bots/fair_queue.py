"""A fair queue: by urgency, then by each user's use, then by size."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

# Urgency: a user is waiting; no one is waiting.
AWAITED, UNWATCHED = 0, 1
MAX_WAIT = 10.0  # seconds after which any request counts as AWAITED and small
MAX_REMEMBERED = 1000  # users whose use is remembered

Item = TypeVar("Item")


@dataclass(eq=False)
class _Request(Generic[Item]):
    user: str
    urgency: int
    size: float
    since: float
    future: asyncio.Future[Item]


class FairQueue(Generic[Item]):
    """Items of one kind, lent to users.

    The user with the least use so far is next, so a user with twenty requests gets no more than a
    user with one. No user gets all items: one stays free for the others.
    """

    def __init__(self, items: Iterable[Item], max_wait: float | None = None) -> None:
        """Queue for `items`; after `max_wait` seconds urgency and size are ignored."""
        self._free = list(items)
        self._max_wait = MAX_WAIT if max_wait is None else max_wait
        self._each = max(1, len(self._free) - 1)
        self._requests: list[_Request[Item]] = []
        self._item_counts: Counter[str] = Counter()
        self._used: dict[str, float] = {}  # seconds by user
        self._now = 0.0  # use of the user served last

    async def acquire(self, user: str, urgency: int = AWAITED, size: float = 0.0) -> Item:
        """Wait for an item; among equal requests the smallest `size` is first."""
        if not self._item_counts[user] and all(request.user != user for request in self._requests):
            # Idle time earns no credit.
            self._used[user] = max(self._used.get(user, 0.0), self._now)
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        request = _Request(user, urgency, size, time.monotonic(), future)
        self._requests.append(request)
        self._serve()
        try:
            return await future
        except asyncio.CancelledError:
            if request in self._requests:
                self._requests.remove(request)
            elif not future.cancelled():
                self.release(future.result(), user, 0.0)
            raise

    def release(self, item: Item, user: str, seconds: float) -> None:
        """Return an item that a user has had for `seconds`."""
        self._free.append(item)
        self._used[user] = self._used.get(user, 0.0) + seconds
        self._item_counts[user] -= 1
        if not self._item_counts[user]:
            del self._item_counts[user]
        if len(self._used) > MAX_REMEMBERED:
            self._forget()
        self._serve()

    def _serve(self) -> None:
        while self._free:
            waiting = [
                request
                for request in self._requests
                # A cancelled request may still be in the list.
                if not request.future.done() and self._item_counts[request.user] < self._each
            ]
            if not waiting:
                return
            now = time.monotonic()
            request = min(waiting, key=lambda one: self._order(one, now))
            self._requests.remove(request)
            self._item_counts[request.user] += 1
            self._now = self._used[request.user]
            request.future.set_result(self._free.pop())

    def _order(self, request: _Request[Item], now: float) -> tuple[int, float, float, float]:
        is_late = now - request.since > self._max_wait
        urgency, size = (AWAITED, 0.0) if is_late else (request.urgency, request.size)
        return urgency, self._used[request.user], size, request.since

    def _forget(self) -> None:
        active = {request.user for request in self._requests} | set(self._item_counts)
        self._used = {
            user: used for user, used in self._used.items() if user in active or used > self._now
        }
