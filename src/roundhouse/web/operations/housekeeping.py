"""Housekeeping while the server runs.

Idle tables leave memory, free memory goes back to the system, SQLite checkpoints its log, and old
rows are deleted (`cleanup.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.operations.cleanup import clean_up
from roundhouse.web.operations.free_memory import return_free_memory
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.service import Tables

log = logging.getLogger("roundhouse.web")

EVICTION_SECONDS = 60.0
CLEAN_UP_SECONDS = 6 * 3600.0


class Housekeeping:
    def __init__(self, database: Database, tables: Tables, settings: Settings) -> None:
        self._database, self._tables, self._settings = database, tables, settings
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        jobs: list[tuple[Callable[[], None], float]] = [
            (self._evict_idle_tables, min(EVICTION_SECONDS, self._settings.idle)),
            (self._clean_up, CLEAN_UP_SECONDS),
        ]
        if not self._database.shared:
            jobs.append((self._checkpoint, self._settings.checkpoint))
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(_repeat(*job)) for job in jobs]

    async def close(self) -> None:
        for job in self._tasks:
            job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _evict_idle_tables(self) -> None:
        self._tables.open.evict_idle(self._settings.idle)
        return_free_memory()

    def _checkpoint(self) -> None:
        self._database.checkpoint()

    def _clean_up(self) -> None:
        with self._database.writing() as db:
            done = clean_up(db)
        removed = ", ".join(f"{count} {what}" for what, count in done.items() if count)
        if removed:
            log.info("cleaned up: %s", removed)


async def _repeat(job: Callable[[], None], seconds: float) -> None:
    while True:
        try:
            await in_background_thread(job)
        except SQLAlchemyError as error:
            log.warning("housekeeping postponed: %s", str(error).partition("\n")[0])
        except Exception:
            log.exception("housekeeping failed")
        await asyncio.sleep(seconds)
