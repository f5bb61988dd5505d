"""The users who have a table open, here or at another server.

Each server process reports its users in the database. A report expires after a short time, so a
process that dies leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.storage.database import Database, now_in
from roundhouse.web.storage.schema import presence
from roundhouse.web.tables.event_streams import Watchers

log = logging.getLogger("roundhouse.web")

PRESENCE_SECONDS = 25.0  # a report is valid for this time
SAVE_SECONDS = 5.0  # interval between updates of the presence rows

Place = tuple[str, str]  # table, user
_PLACE = (presence.c.table_id, presence.c.person)


class Presence:
    def __init__(self, database: Database, watchers: Watchers, holder: str) -> None:
        self._database, self._watchers, self._holder = database, watchers, holder
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._database.shared:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await in_background_thread(self._save, [])
        except SQLAlchemyError:
            log.info("presence rows expire by themselves")

    def present(self, table: str) -> tuple[frozenset[str], int]:
        """Return the users who have the table open, and the number of open pages here."""
        here, pages = self._watchers.present(table)
        if not self._database.shared:
            return here, pages
        with self._database.reading() as db:
            good = presence.c.until > now_in(db)
            rows = select(presence.c.person).where(presence.c.table_id == table, good)
            return here.union(db.scalars(rows)), pages

    def filter_present(self, places: Iterable[Place]) -> set[Place]:
        """Return the given (table, user) pairs that are open on any server."""
        pairs = set(places)
        here = {place for place in pairs if place[1] in self._watchers.present(place[0])[0]}
        elsewhere = pairs - here
        if elsewhere and self._database.shared:
            with self._database.reading() as db:
                good = presence.c.until > now_in(db)
                at_places = tuple_(*_PLACE).in_(sorted(elsewhere))
                here |= {
                    (t, user) for t, user in db.execute(select(*_PLACE).where(at_places, good))
                }
        return here

    async def _run(self) -> None:
        while True:
            try:
                await in_background_thread(self._save, self._watchers.open_pages())
            except SQLAlchemyError as error:
                log.info("could not update presence: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("could not update presence")
            await asyncio.sleep(SAVE_SECONDS)

    def _save(self, here: list[Place]) -> None:
        with self._database.writing() as db:
            for table in save_presence(db, self._holder, here):
                self._database.notify_changed(db, table)


def save_presence(db: Connection, holder: str, here: Iterable[Place]) -> set[str]:
    """Replace a process's report and return the tables where someone came or left."""
    expected, mine = set(here), presence.c.holder == holder
    rows = {(table, user) for table, user in db.execute(select(*_PLACE).where(mine))}
    removed, new = rows - expected, expected - rows
    if removed:
        db.execute(delete(presence).where(mine, tuple_(*_PLACE).in_(sorted(removed))))
    until = now_in(db) + PRESENCE_SECONDS
    db.execute(update(presence).where(mine).values(until=until))
    for table, user in sorted(new):
        row = {"table_id": table, "person": user, "holder": holder}
        db.execute(insert(presence).values(**row, until=until))
    db.execute(delete(presence).where(presence.c.until < now_in(db) - PRESENCE_SECONDS))
    return {table for table, _ in removed | new}
