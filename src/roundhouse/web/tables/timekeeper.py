"""Check the clocks of all tables. Every server does; each change happens once."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.table.absence import check_clock
from roundhouse.table.errors import NotFound
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.storage.database import Database, now_in
from roundhouse.web.storage.schema import heartbeat, tables
from roundhouse.web.tables.service import Tables

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
        if now - self._last_heartbeat > HEARTBEAT_SECONDS and has_running_clock(self._database):
            self._record_heartbeat()
            self._last_heartbeat = now
        for table in due_clocks(self._database, now):
            self._check_table(table)

    def _record_heartbeat(self) -> None:
        with self._database.writing() as db:
            missed = record_heartbeat(db)
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
            stop_watching(db, table)


HEARTBEAT = "clocks"
MAX_DUE = 50
MAX_GAP = 12.0  # seconds; after a longer time without a server, clocks are paused for that time


def due_clocks(database: Database, now: float) -> list[str]:
    """Return the tables whose clock needs attention, the most overdue first."""
    due = tables.c.clock_due
    return database.scalars(select(tables.c.id).where(due <= now).order_by(due).limit(MAX_DUE))


def has_running_clock(database: Database) -> bool:
    """Return whether any clock will need attention, now or later."""
    running = select(tables.c.id).where(tables.c.clock_due.is_not(None))
    return database.scalar(running.limit(1)) is not None


def stop_watching(db: Connection, table: str) -> None:
    """Stop checking the clock of a table that cannot be played."""
    db.execute(update(tables).where(tables.c.id == table).values(clock_due=None))


def record_heartbeat(db: Connection) -> float:
    """Record that a server is checking the clocks; return the seconds missed before.

    If no server checked for a while, all running clocks move on by that time, so that no player
    loses time to an outage.
    """
    make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    first = make(heartbeat).values(name=HEARTBEAT, at=now_in(db))
    db.execute(first.on_conflict_do_nothing())  # takes the lock: one server at a time from here on
    mine = heartbeat.c.name == HEARTBEAT
    last = db.scalar(select(heartbeat.c.at).where(mine).with_for_update()) or 0.0
    now = db.scalar(select(now_in(db))) or 0.0
    db.execute(update(heartbeat).where(mine).values(at=now))
    missed = max(0.0, now - last)
    if missed < MAX_GAP:
        return 0.0
    watched = (tables.c.clock_due.is_not(None), tables.c.clock_since <= last)
    db.execute(
        update(tables)
        .where(*watched)
        .values(
            clock_since=tables.c.clock_since + missed,
            clock_due=tables.c.clock_due + missed,
            revision=tables.c.revision + 1,
        )
    )
    return missed
