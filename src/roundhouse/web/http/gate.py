"""A gate for expensive work: a few at a time, a short queue, and shares.

No one gets the whole gate. An address or a user over its share is refused, and the one that uses
the least of the gate is next.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from roundhouse.core.translation import translate as _
from roundhouse.web.http.addresses import requester
from roundhouse.web.http.errors import Full


@dataclass(frozen=True)
class Share:
    """How much of a gate one address or one user may use."""

    running: int
    places: int  # running and waiting


@dataclass(eq=False)
class _Entry:
    address: str
    user: str


class Gate:
    """Admits `parallel` threads at a time; `queue` more may wait for up to `seconds`.

    `busy` is a marked message, for those who are refused.
    """

    def __init__(
        self,
        parallel: int,
        queue: int,
        seconds: float,
        busy: str,
        *,
        address: Share,
        user: Share | None = None,
    ) -> None:
        self._parallel, self._places, self._seconds = parallel, parallel + queue, seconds
        self._busy, self._address, self._user = busy, address, user or Share(parallel, parallel)
        self._running: list[_Entry] = []
        self._waiting: list[_Entry] = []
        self._changed = threading.Condition()

    @contextmanager
    def enter(self, user: str = "", wait: int = 5) -> Iterator[None]:
        """Wait for a turn and hold it; raise Full, to try again in `wait` seconds.

        The address is that of the current request.
        """
        entry = _Entry(requester(), user)
        with self._changed:
            self._check_places(entry, wait)
            self._waiting.append(entry)
            try:
                if not self._changed.wait_for(lambda: self._next() is entry, self._seconds):
                    raise Full(_(self._busy), wait)
                self._running.append(entry)
            finally:
                self._waiting.remove(entry)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._running.remove(entry)
                self._changed.notify_all()

    def _check_places(self, entry: _Entry, wait: int) -> None:
        entries = self._running + self._waiting
        address, user = _count(entries, entry)
        if (
            len(entries) >= self._places
            or address >= self._address.places
            or user >= self._user.places
        ):
            raise Full(_(self._busy), wait)

    def _next(self) -> _Entry | None:
        """Return who is next: the first one of the address with the least running."""
        if len(self._running) >= self._parallel:
            return None
        counts = [(*_count(self._running, entry), entry) for entry in self._waiting]
        admissible = [
            (address, entry)
            for address, user, entry in counts
            if address < self._address.running and user < self._user.running
        ]
        return min(admissible, key=lambda one: one[0])[1] if admissible else None


def _count(entries: list[_Entry], like: _Entry) -> tuple[int, int]:
    """Return how many entries have the address, and the user; none if unknown."""
    return (
        sum(1 for entry in entries if like.address and entry.address == like.address),
        sum(1 for entry in entries if like.user and entry.user == like.user),
    )
