"""Who is at a table: those who have its page open here, and where several servers share a database
those who have it open at another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.events import Watchers
from roundhouse.web.store import presence as rows
from roundhouse.web.store.store import Store

log = logging.getLogger("roundhouse.web")

SAY = 5.0  # seconds between two words about who is here


class Presence:
    def __init__(self, store: Store, watchers: Watchers, holder: str) -> None:
        self._store, self._watchers, self._holder = store, watchers, holder
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._store.shared:
            self._task = asyncio.get_running_loop().create_task(self._say_again())

    async def close(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await asyncio.to_thread(self._say, [])
        except SQLAlchemyError:
            log.info("who was here is forgotten in a while")

    def present(self, table: str) -> tuple[frozenset[str], int]:
        """The people who have the table open, and how many pages of it are open here."""
        here, pages = self._watchers.present(table)
        if not self._store.shared:
            return here, pages
        return here | rows.who_is_at(self._store.engine, table), pages

    def looking(self, places: Iterable[rows.Place]) -> set[rows.Place]:
        """Those of these people who have the table beside their name open, wherever."""
        wanted = set(places)
        here = {place for place in wanted if place[1] in self._watchers.present(place[0])[0]}
        elsewhere = wanted - here
        if elsewhere and self._store.shared:
            here |= rows.who_of(self._store.engine, elsewhere)
        return here

    async def _say_again(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self._say, self._watchers.everybody())
            except SQLAlchemyError as error:
                log.info("could not say who is here: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("could not say who is here")
            await asyncio.sleep(SAY)

    def _say(self, here: list[rows.Place]) -> None:
        with self._store.writing() as db:
            for table in rows.say_who_is_here(db, self._holder, here):
                self._store.look_again(db, table)
