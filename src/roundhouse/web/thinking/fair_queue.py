"""Lending workers out in fair turn: by how urgent it is, then by how much each person has had."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

# How urgent: a person waits for it; nobody does; it can wait for all others.
AWAITED, UNWATCHED, SPARE_TIME = 0, 1, 2
LONG = 10.0  # seconds after which anything counts as awaited: nobody waits for ever
FORGET = 1000  # people whose use is remembered

Thing = TypeVar("Thing")


@dataclass(eq=False)
class _Asked(Generic[Thing]):
    who: str
    urgency: int
    since: float
    got: asyncio.Future[Thing]


class FairQueue(Generic[Thing]):
    """Some things of a kind, lent to people.

    Whoever has had them for the shortest time is next, so somebody who asks for twenty at once gets
    no more of them than somebody who asks for one. And nobody gets all of them: one is left for the
    others to find free.
    """

    def __init__(self, things: Iterable[Thing]) -> None:
        self._free = list(things)
        self._each = max(1, len(self._free) - 1)
        self._asked: list[_Asked[Thing]] = []
        self._held: Counter[str] = Counter()
        self._had: dict[str, float] = {}  # seconds; since one began to ask, not since ever
        self._now = 0.0  # of those who are served now, what the last one had had

    async def take(self, who: str, urgency: int = AWAITED) -> Thing:
        if not self._held[who] and all(asked.who != who for asked in self._asked):
            # Time in which one did not ask is not saved up.
            self._had[who] = max(self._had.get(who, 0.0), self._now)
        future: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        asked = _Asked(who, urgency, time.monotonic(), future)
        self._asked.append(asked)
        self._serve()
        try:
            return await future
        except asyncio.CancelledError:
            if asked in self._asked:
                self._asked.remove(asked)
            elif not future.cancelled():
                self.give(future.result(), who, 0.0)
            raise

    def give(self, thing: Thing, who: str, seconds: float) -> None:
        """Back from somebody who has had it for so long."""
        self._free.append(thing)
        self._had[who] = self._had.get(who, 0.0) + seconds
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
        if len(self._had) > FORGET:
            self._forget()
        self._serve()

    def _serve(self) -> None:
        while self._free:
            waiting = [asked for asked in self._asked if self._held[asked.who] < self._each]
            if not waiting:
                return
            now = time.monotonic()
            asked = min(waiting, key=lambda one: self._order(one, now))
            self._asked.remove(asked)
            self._held[asked.who] += 1
            self._now = self._had[asked.who]
            asked.got.set_result(self._free.pop())

    def _order(self, asked: _Asked[Thing], now: float) -> tuple[int, float, float]:
        urgency = AWAITED if now - asked.since > LONG else asked.urgency
        return urgency, self._had[asked.who], asked.since

    def _forget(self) -> None:
        asking = {asked.who for asked in self._asked} | set(self._held)
        self._had = {who: had for who, had in self._had.items() if who in asking or had > self._now}
