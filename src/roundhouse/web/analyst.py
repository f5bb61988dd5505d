"""Who was winning, and when: finished games looked over by a worker, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from roundhouse.web.shelf import Shelf
from roundhouse.web.store import Store
from roundhouse.web.tables import Job
from roundhouse.web.workers import Lost, Pool

log = logging.getLogger("roundhouse.web")


class Analyst:
    """Keeps what it found in the store; what it is busy with it knows by heart."""

    def __init__(self, store: Store, shelf: Shelf, pool: Pool) -> None:
        self._store, self._shelf, self._pool = store, shelf, pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        # Bots need the other workers; and whoever asks for a second game can wait for the first.
        self._one = asyncio.Lock()

    def progress(self, source: str) -> tuple[int, int] | None:
        """(done, of) while a game is being looked over."""
        return self._progress.get(source)

    def start(
        self, source: str, game: str, options: Mapping[str, str], board: str, record: str
    ) -> None:
        """Look a finished game over, unless that is done or under way."""
        if source in self._tasks or self._store.insight(source) is not None:
            return
        job = Job(source, 0, 0, "", game, dict(options), board, b"")
        self._progress[source] = (0, 1)
        task = asyncio.get_running_loop().create_task(self._look(job, record))
        self._tasks[source] = task
        task.add_done_callback(lambda _: self._finished(source))

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _finished(self, source: str) -> None:
        del self._tasks[source]
        self._progress.pop(source, None)

    async def _look(self, job: Job, record: str) -> None:
        def note(done: int, of: int) -> None:
            self._progress[job.table] = (done, max(of, 1))

        async with self._one:
            try:
                board = await asyncio.to_thread(self._shelf.board_text, job.game, job.board)
                found: dict[str, Any] = await self._pool.chances(
                    job, board if job.board else "", record, note
                )
                await asyncio.to_thread(self._store.keep_insight, job.table, found)
            except Lost as error:
                log.warning("a game could not be looked over: %s", error)
            except Exception:
                log.exception("a game could not be looked over")
