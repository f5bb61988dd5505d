"""Check the clocks of all tables. Every server does; each change happens once."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.table.absence import check_clock
from roundhouse.table.errors import NotFound
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.service import Tables
from roundhouse.web.tables.storage import clocks as rows

log = logging.getLogger("roundhouse.web")

HEARTBEAT_SECONDS = 5.0  # interval between heartbeats while clocks run


class Timekeeper:
    """Checks clocks periodically."""

    def __init__(self, database: Database, tables: Tables, every: float) -> None:
        self._database, self._tables, self._every = database, tables, every
        self._last_heartbeat = 0.0
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Stop the clocks for the time that no server ran, then start checking."""
        try:
            await in_background_thread(self._record_heartbeat)
        except SQLAlchemyError as error:
            log.warning("could not check the clocks: %s", str(error).partition("\n")[0][:200])
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await in_background_thread(self.check_clocks)
            except SQLAlchemyError as error:
                log.warning("could not check the clocks: %s", str(error).partition("\n")[0][:200])
            except Exception:
                log.exception("could not check the clocks")
            await asyncio.sleep(self._every)

    def check_clocks(self) -> None:
        """Handle all clocks that are due."""
        now = self._database.now
        if now - self._last_heartbeat > HEARTBEAT_SECONDS and rows.has_running_clock(
            self._database
        ):
            self._record_heartbeat()
            self._last_heartbeat = now
        for table in rows.due_clocks(self._database, now):
            self._check_table(table)

    def _record_heartbeat(self) -> None:
        with self._database.writing() as db:
            missed = rows.record_heartbeat(db)
        if missed:
            log.info("no server ran for %.0f s: clocks were stopped for that time", missed)

    def _check_table(self, table: str) -> None:
        try:
            with self._tables.at(table) as result:
                if result.human_to_move is None:
                    self._stop_watching(table)  # damaged, or not waiting for a player
                check_clock(self._tables, result)
        except (Unplayable, NotFound):
            self._stop_watching(table)
        except RoundhouseError as error:  # another server was faster
            log.info("table %s: %s", table, error)

    def _stop_watching(self, table: str) -> None:
        with self._database.writing() as db:
            rows.stop_watching(db, table)
