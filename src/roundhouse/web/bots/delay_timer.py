"""Delays a bot's move by the bot delay of its table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from roundhouse.web.tables.jobs import Job


class DelayTimer:
    """Waits before a bot's move. `always` replaces the delay of every table."""

    def __init__(
        self,
        always: float | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._always, self._sleep, self.clock = always, sleep, clock

    async def wait(self, job: Job, doubt: float, started: float) -> None:
        """Wait until the delay since `started` is over, by `clock`."""
        seconds = self._always
        if seconds is None:
            seconds = job.bot_delay.seconds(job.decision, doubt)
        await self._sleep(max(0.0, started + seconds - self.clock()))
