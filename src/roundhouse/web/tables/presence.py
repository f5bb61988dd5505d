"""The users who have a table open, here or at another server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.event_streams import Watchers
from roundhouse.web.tables.storage import presence as rows

log = logging.getLogger("roundhouse.web")

SAVE_SECONDS = 5.0  # interval between updates of the presence rows


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
        return here | rows.load_present_users(self._database, table), pages

    def filter_present(self, places: Iterable[rows.Place]) -> set[rows.Place]:
        """Return the given (table, user) pairs that are open on any server."""
        pairs = set(places)
        here = {place for place in pairs if place[1] in self._watchers.present(place[0])[0]}
        elsewhere = pairs - here
        if elsewhere and self._database.shared:
            here |= rows.filter_present(self._database, elsewhere)
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

    def _save(self, here: list[rows.Place]) -> None:
        with self._database.writing() as db:
            for table in rows.save_presence(db, self._holder, here):
                self._database.notify_changed(db, table)
