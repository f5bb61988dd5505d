"""Computer analyses of finished games: stored, one at a time, shared by users."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.presentation.chances import AnalysisStatus
from roundhouse.web.bots.fair_queue import FairQueue
from roundhouse.web.bots.pool import Pool
from roundhouse.web.bots.worker_process import JobReply, WorkerFailed
from roundhouse.web.http.addresses import requester
from roundhouse.web.http.errors import Full, TooMany
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import chances
from roundhouse.web.tables.jobs import Job


class StoredAnalyses:
    """The winning chances of finished games, by the id of a table or a record."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def chances(self, source: str) -> dict[str, Any] | None:
        result: dict[str, Any] | None = self._database.scalar(
            select(chances.c.data).where(chances.c.source == source)
        )
        return result

    def save_chances(self, source: str, data: Mapping[str, Any]) -> None:
        if self.chances(source) is None:
            with self._database.writing() as db:
                db.execute(insert(chances).values(source=source, data=data, created=time.time()))


log = logging.getLogger("roundhouse.web")

MAX_FAILED = 200  # failed analyses to remember
MAX_BY_USER = 3  # analyses of one user, running and waiting
MAX_BY_ADDRESS = 6  # the same for one address
MAX_ANALYSES = 24  # the same in all
MAX_WAIT = 300.0  # seconds after which a long game stops waiting for shorter ones
RETRY_SECONDS = 30
YOURS = mark("Several of your games are being analyzed. Try again when one of them is ready.")
BUSY = mark("Too many games are being analyzed right now. Try again in a moment.")


class Analyses:
    """Analyses in progress; finished ones are in the database."""

    def __init__(self, stored: StoredAnalyses, pool: Pool) -> None:
        self._stored, self._pool = stored, pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._partial: dict[str, dict[str, Any]] = {}  # results so far
        self._failed: OrderedDict[str, None] = OrderedDict()  # latest failures
        # One analysis at a time: they share one worker.
        self._turns = FairQueue([None], MAX_WAIT)
        self._lock = threading.Lock()  # of the owners and the progress
        self._owners: dict[str, tuple[str, str]] = {}  # source -> user and address
        self.loop: asyncio.AbstractEventLoop | None = None

    def progress(self, source: str) -> tuple[int, int] | None:
        """Return (done, total) while a game is being analyzed."""
        return self._progress.get(source)

    def failed(self, source: str) -> bool:
        """Return whether the last attempt failed; the user may try again."""
        return source in self._failed and source not in self._progress

    def result(self, source: str) -> dict[str, Any] | None:
        return self._stored.chances(source)

    def status(self, source: str) -> AnalysisStatus:
        progress, result = self.progress(source), self.result(source)
        if progress is not None:
            result = self._partial.get(source)
        return AnalysisStatus(result, progress, self.failed(source))

    def start(self, job: Job, record: str) -> None:
        """Analyze a finished game for `job.host`, unless done or in progress.

        Thread-safe. Raises TooMany or Full.
        """
        if self.loop is None or self.result(job.table) is not None:
            return
        with self._lock:
            if job.table in self._progress:
                return
            self._check_share(job.host, requester())
            self._owners[job.table] = (job.host, requester())
            self._progress[job.table] = (0, 1)  # at once, so that the page shows it
        self.loop.call_soon_threadsafe(self._begin, job, record)

    def _check_share(self, user: str, address: str) -> None:
        users = [owner for owner, _ in self._owners.values()]
        addresses = [place for _, place in self._owners.values()]
        if user and users.count(user) >= MAX_BY_USER:
            raise TooMany(_(YOURS), RETRY_SECONDS)
        if address and addresses.count(address) >= MAX_BY_ADDRESS:
            raise TooMany(_(BUSY), RETRY_SECONDS)
        if len(users) >= MAX_ANALYSES:
            raise Full(_(BUSY), RETRY_SECONDS)

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _begin(self, job: Job, record: str) -> None:
        if job.table in self._tasks:
            return
        task = asyncio.get_running_loop().create_task(self._analyze(job, record))
        self._tasks[job.table] = task
        task.add_done_callback(lambda _: self._finished(job.table))

    def _finished(self, source: str) -> None:
        with self._lock:
            del self._tasks[source]
            self._owners.pop(source, None)
            self._progress.pop(source, None)
            self._partial.pop(source, None)

    async def _analyze(self, job: Job, record: str) -> None:
        def note(message: JobReply) -> None:
            if "partial" in message:
                self._partial[job.table] = message["partial"]
            else:
                done, of = message["progress"]
                self._progress[job.table] = (done, max(of, 1))

        user = job.host or self._owners[job.table][1]
        await self._turns.acquire(user, size=record.count("\n"), address=job.address)
        started = time.monotonic()
        try:
            result = await self._pool.chances(job, record, note)
            await in_background_thread(self._stored.save_chances, job.table, result)
            self._failed.pop(job.table, None)
        except WorkerFailed as error:
            self._give_up(job.table)
            log.warning("a game could not be analyzed: %s", error)
        except Exception:
            self._give_up(job.table)
            log.exception("a game could not be analyzed")
        finally:
            self._turns.release(None, user, time.monotonic() - started, job.address)

    def _give_up(self, source: str) -> None:
        self._failed[source] = None
        while len(self._failed) > MAX_FAILED:
            self._failed.popitem(last=False)
