"""Who was winning, and when: finished games looked over by a worker, one at a time."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from roundhouse.web.store.store import Store
from roundhouse.web.tables.jobs import Job
from roundhouse.web.thinking.pool import Pool
from roundhouse.web.thinking.worker_process import Lost

log = logging.getLogger("roundhouse.web")


class Analyses:
    """What was found is kept in the store; what is under way is known here alone."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self._store, self._pool = store, pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        # Bots need the other workers; and whoever asks for a second game can wait for the first.
        self._one = asyncio.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None

    def progress(self, source: str) -> tuple[int, int] | None:
        """(done, of) while a game is being looked over."""
        return self._progress.get(source)

    def found(self, source: str) -> dict[str, Any] | None:
        return self._store.chances(source)

    def start(self, job: Job, record: str) -> None:
        """Look a finished game over, unless that is done or under way. From any thread."""
        if self.loop is None or job.table in self._progress or self.found(job.table) is not None:
            return
        self._progress[job.table] = (0, 1)  # at once: whoever asked is shown it
        self.loop.call_soon_threadsafe(self._begin, job, record)

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _begin(self, job: Job, record: str) -> None:
        if job.table in self._tasks:
            return
        task = asyncio.get_running_loop().create_task(self._look(job, record))
        self._tasks[job.table] = task
        task.add_done_callback(lambda _: self._finished(job.table))

    def _finished(self, source: str) -> None:
        del self._tasks[source]
        self._progress.pop(source, None)

    async def _look(self, job: Job, record: str) -> None:
        def note(done: int, of: int) -> None:
            self._progress[job.table] = (done, max(of, 1))

        async with self._one:
            try:
                found = await self._pool.chances(job, record, note)
                await asyncio.to_thread(self._store.keep_chances, job.table, found)
            except Lost as error:
                log.warning("a game could not be looked over: %s", error)
            except Exception:
                log.exception("a game could not be looked over")
