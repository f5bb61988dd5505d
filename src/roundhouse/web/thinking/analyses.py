"""Who was winning, and when: finished games looked over by a worker, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any

from roundhouse.web.store.store import Store
from roundhouse.web.tables.jobs import Job
from roundhouse.web.thinking.pool import Pool
from roundhouse.web.thinking.worker_process import Lost

log = logging.getLogger("roundhouse.web")

KEPT = 200  # games of which it is known that they could not be looked over


class Analyses:
    """What was found is kept in the store; what is under way is known here alone."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self._store, self._pool = store, pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._failed: OrderedDict[str, None] = OrderedDict()  # the last tries that came to nothing
        # Bots need the other workers; and whoever asks for a second game can wait for the first.
        self._one = asyncio.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None

    def progress(self, source: str) -> tuple[int, int] | None:
        """(done, of) while a game is being looked over."""
        return self._progress.get(source)

    def failed(self, source: str) -> bool:
        """Whether the last try came to nothing: who has asked is told, and may ask again."""
        return source in self._failed and source not in self._progress

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
                self._failed.pop(job.table, None)
            except Lost as error:
                self._give_up(job.table)
                log.warning("a game could not be looked over: %s", error)
            except Exception:
                self._give_up(job.table)
                log.exception("a game could not be looked over")

    def _give_up(self, source: str) -> None:
        self._failed[source] = None
        while len(self._failed) > KEPT:
            self._failed.popitem(last=False)
