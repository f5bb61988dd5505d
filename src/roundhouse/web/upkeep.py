"""Keeping the house in order while it is open: idle tables leave memory, SQLite's log is written
back into its file, and what nobody needs any more is deleted (`store/upkeep.py` says what)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.settings import Settings
from roundhouse.web.store import upkeep
from roundhouse.web.store.store import Store
from roundhouse.web.tables.tables import Tables

log = logging.getLogger("roundhouse.web")

PUT_AWAY = 60.0
CLEAN_UP = 6 * 3600.0


class Upkeep:
    def __init__(self, store: Store, tables: Tables, settings: Settings) -> None:
        self._store, self._tables, self._settings = store, tables, settings
        self._chores: list[asyncio.Task[None]] = []

    def open(self) -> None:
        chores: list[tuple[Callable[[], None], float]] = [
            (self._put_away, min(PUT_AWAY, self._settings.idle)),
            (self._clean_up, CLEAN_UP),
        ]
        if not self._store.shared:
            chores.append((self._checkpoint, self._settings.checkpoint))
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(_now_and_then(*chore)) for chore in chores]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)

    def _put_away(self) -> None:
        self._tables.open.put_away(self._settings.idle)

    def _checkpoint(self) -> None:
        upkeep.checkpoint(self._store.engine)

    def _clean_up(self) -> None:
        with self._store.writing() as db:
            done = upkeep.clean_up(db)
        gone = ", ".join(f"{count} {what}" for what, count in done.items() if count)
        if gone:
            log.info("cleaned up: %s", gone)


async def _now_and_then(chore: Callable[[], None], seconds: float) -> None:
    while True:
        try:
            await asyncio.to_thread(chore)
        except SQLAlchemyError as error:
            log.warning("upkeep is put off: %s", str(error).partition("\n")[0])
        except Exception:
            log.exception("upkeep failed")
        await asyncio.sleep(seconds)
