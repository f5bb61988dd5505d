"""Holding a bot's move back until the tempo of its table lets it be seen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from roundhouse.web.tables.jobs import Job


class Pauses:
    """`always`: so many seconds at every table, whatever its tempo is."""

    def __init__(
        self,
        always: float | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._always, self._sleep, self.clock = always, sleep, clock

    async def keep(self, job: Job, doubt: float, begun: float) -> None:
        """Wait for what is left, by `clock`, of the time since the bot was to act."""
        seconds = self._always
        if seconds is None:
            seconds = job.tempo.seconds(job.decision, doubt)
        await self._sleep(max(0.0, begun + seconds - self.clock()))
