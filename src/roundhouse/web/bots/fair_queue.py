"""A fair queue: by urgency, by the use of each address and user, by size."""

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
MAX_REMEMBERED = 1000  # addresses, and users of each, whose use is remembered

Item = TypeVar("Item")


class _Shares:
    """How many seconds each name has used. Idle time earns no credit."""

    def __init__(self) -> None:
        self.used: dict[str, float] = {}
        self._now = 0.0  # use of the name served last

    def enter(self, name: str) -> None:
        self.used[name] = max(self.used.get(name, 0.0), self._now)

    def serve(self, name: str) -> None:
        self._now = self.used[name]

    def add(self, name: str, seconds: float) -> None:
        self.used[name] = self.used.get(name, 0.0) + seconds

    def forget(self, active: set[str]) -> None:
        self.used = {
            name: used for name, used in self.used.items() if name in active or used > self._now
        }


@dataclass(eq=False)
class _Request(Generic[Item]):
    user: str
    place: str  # the address of the user
    urgency: int
    size: float
    since: float
    future: asyncio.Future[Item]


class FairQueue(Generic[Item]):
    """Items of one kind, lent to users.

    The address with the least use so far is next, and its user with the least use. So a user with
    twenty requests gets no more than a user with one, and neither do twenty guests of one address.
    No user gets all items: one stays free for the others.
    """

    def __init__(self, items: Iterable[Item], max_wait: float | None = None) -> None:
        """Queue for `items`; after `max_wait` seconds urgency and size are ignored."""
        self._free = list(items)
        self._max_wait = MAX_WAIT if max_wait is None else max_wait
        self._each = max(1, len(self._free) - 1)
        self._requests: list[_Request[Item]] = []
        self._item_counts: Counter[str] = Counter()  # by user
        self._place_counts: Counter[str] = Counter()
        self._places = _Shares()
        self._users: dict[str, _Shares] = {}  # by place

    async def acquire(
        self, user: str, urgency: int = AWAITED, size: float = 0.0, address: str = ""
    ) -> Item:
        """Wait for an item; among equal requests the smallest `size` is first.

        A user whose address is not known has a share like an address.
        """
        place = address or user
        users = self._users.setdefault(place, _Shares())
        is_active = self._item_counts[user] or any(one.user == user for one in self._requests)
        if not is_active or user not in users.used:
            users.enter(user)
        if not self._place_counts[place] and all(one.place != place for one in self._requests):
            self._places.enter(place)
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        request = _Request(user, place, urgency, size, time.monotonic(), future)
        self._requests.append(request)
        self._serve()
        try:
            return await future
        except asyncio.CancelledError:
            if request in self._requests:
                self._requests.remove(request)
            elif not future.cancelled():
                self.release(future.result(), user, 0.0, address)
            raise

    def release(self, item: Item, user: str, seconds: float, address: str = "") -> None:
        """Return an item that a user has had for `seconds`."""
        place = address or user
        self._free.append(item)
        self._places.add(place, seconds)
        self._users.setdefault(place, _Shares()).add(user, seconds)
        for counts, name in ((self._item_counts, user), (self._place_counts, place)):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]
        if max(len(self._users), len(self._users[place].used)) > MAX_REMEMBERED:
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
            self._place_counts[request.place] += 1
            self._places.serve(request.place)
            self._users[request.place].serve(request.user)
            request.future.set_result(self._free.pop())

    def _order(self, request: _Request[Item], now: float) -> tuple[float, ...]:
        is_late = now - request.since > self._max_wait
        urgency, size = (AWAITED, 0.0) if is_late else (request.urgency, request.size)
        by_place = self._places.used[request.place]
        by_user = self._users[request.place].used[request.user]
        return urgency, by_place, by_user, size, request.since

    def _forget(self) -> None:
        self._places.forget({one.place for one in self._requests} | set(self._place_counts))
        self._users = {place: self._users[place] for place in self._places.used}
        active = {one.user for one in self._requests} | set(self._item_counts)
        for users in self._users.values():
            users.forget(active)
