"""Looking at the clocks: every server does, and what one has done the others find done."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import NotFound, Unplayable
from roundhouse.web.store import clocks as rows
from roundhouse.web.store.store import Store
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tables.timing import Remind, look_at_clock

log = logging.getLogger("roundhouse.web")

BEAT = 5.0  # seconds between two signs that somebody looks


def tell_nobody(db: Connection, table: str, person: str) -> None:
    """Where there are no notices, nobody is reminded."""


class Timekeeper:
    """`remind` writes down, in the transaction that it is given, that somebody is to be told."""

    def __init__(self, store: Store, tables: Tables, every: float) -> None:
        self._store, self._tables, self._every = store, tables, every
        self._beaten = 0.0
        self._task: asyncio.Task[None] | None = None
        self.remind: Remind = tell_nobody

    async def open(self) -> None:
        """Before anybody is served: time during which no server ran is nobody's loss."""
        try:
            await asyncio.to_thread(self._beat)
        except SQLAlchemyError as error:
            log.warning("could not look at the clocks: %s", str(error).partition("\n")[0][:200])
        self._task = asyncio.get_running_loop().create_task(self._look_again())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look_again(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.look)
            except SQLAlchemyError as error:
                log.warning("could not look at the clocks: %s", str(error).partition("\n")[0][:200])
            except Exception:
                log.exception("could not look at the clocks")
            await asyncio.sleep(self._every)

    def look(self) -> None:
        """Do what is due at all tables."""
        now = self._store.now
        if now - self._beaten > BEAT and rows.any_runs(self._store.engine):
            self._beat()
            self._beaten = now
        for table in rows.due_clocks(self._store.engine, now):
            self._look_at(table)

    def _beat(self) -> None:
        with self._store.writing() as db:
            missed = rows.beat(db)
        if missed:
            log.info("no server ran for %.0f s: so long the clocks have stood still", missed)

    def _look_at(self, table: str) -> None:
        try:
            with self._tables.at(table) as found:
                if found.awaited is None:
                    self._leave_alone(table)  # damaged, or not as the clock says
                look_at_clock(self._tables, found, self.remind)
        except (Unplayable, NotFound):
            self._leave_alone(table)
        except RoundhouseError as error:  # somebody was quicker
            log.info("table %s: %s", table, error)

    def _leave_alone(self, table: str) -> None:
        with self._store.writing() as db:
            rows.leave_alone(db, table)
