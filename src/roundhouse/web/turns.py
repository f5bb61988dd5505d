"""Turns at a table: a few who ask are in threads at a time, the others wait in the event loop. All
of them want the table's lock: two hundred spectators would otherwise take every thread, and
whoever asks for another table would wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

AT_ONCE = 2  # one has the lock, the next has its thread already


class Turns:
    """Lives in one event loop."""

    def __init__(self) -> None:
        self._tables: dict[str, asyncio.Semaphore] = {}
        self._asking: dict[str, int] = {}

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[None]:
        turn = self._tables.setdefault(table, asyncio.Semaphore(AT_ONCE))
        self._asking[table] = self._asking.get(table, 0) + 1
        try:
            async with turn:
                yield
        finally:
            self._asking[table] -= 1
            if not self._asking[table]:
                del self._asking[table], self._tables[table]
