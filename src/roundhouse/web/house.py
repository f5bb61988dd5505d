"""The house: everything one server process has, in one place."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import threading
import time
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from roundhouse.play import registry
from roundhouse.web.analyst import Analyst
from roundhouse.web.live import Hub
from roundhouse.web.people import People
from roundhouse.web.present import scored
from roundhouse.web.runner import Runner
from roundhouse.web.security import Limits, Signer
from roundhouse.web.settings import Settings
from roundhouse.web.shelf import Shelf
from roundhouse.web.store import Store
from roundhouse.web.tables import Table, Tables
from roundhouse.web.workers import Pool

log = logging.getLogger("roundhouse.web")

HERE = Path(str(files("roundhouse.web")))
AGAIN = 2.0  # seconds before a lost connection to the database is tried again


@dataclass
class House:
    settings: Settings
    store: Store
    signer: Signer
    people: People
    shelf: Shelf
    tables: Tables
    hub: Hub
    pool: Pool
    runner: Runner
    analyst: Analyst
    limits: Limits
    templates: Environment
    crowd: dict[object, str] = field(default_factory=dict)
    _painter: asyncio.Task[None] | None = None
    _listener: threading.Thread | None = None
    _closed: bool = False

    @classmethod
    def build(cls, settings: Settings) -> House:
        store = Store(settings.url)
        signer = Signer(store.secret("sessions", secrets.token_hex(32)))
        shelf = Shelf(store)
        tables = Tables(store, shelf, settings.kept)
        hub = Hub()
        pool = Pool(settings.workers, settings.bot_seconds)
        runner = Runner(tables, shelf, pool, settings.bot_pause)
        house = cls(
            settings,
            store,
            signer,
            People(store, signer),
            shelf,
            tables,
            hub,
            pool,
            runner,
            Analyst(store, shelf, pool),
            Limits(settings.limits),
            _templates(),
        )
        tables.changed = house._changed
        return house

    def _changed(self, table: Table) -> None:
        self.hub.changed(table.id, table.revision, table.match.ply)
        self.runner.changed(table)

    async def open(self) -> None:
        """Go on where the last process stopped, however it stopped."""
        loop = asyncio.get_running_loop()
        self.hub.loop = self.runner.loop = loop
        for table in await asyncio.to_thread(self.store.playing):
            self.runner.wake(table)
        self._painter = loop.create_task(self._paint())
        if self.store.shared:
            self._listener = threading.Thread(target=self._hear_others, daemon=True)
            self._listener.start()

    async def close(self) -> None:
        self.hub.close()
        self._closed = True
        if self._painter is not None:
            self._painter.cancel()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.join, 3)
        await self.runner.close()
        await self.analyst.close()
        await self.pool.close()
        self.store.close()

    async def _paint(self) -> None:
        """Have the pictures of the front page ready before somebody looks at it."""
        for box in registry.games():
            await asyncio.to_thread(self.shelf.picture, box.id)

    def _hear_others(self) -> None:
        """Pages that are open here hear of moves made in another process."""
        while not self._closed:
            try:
                self.store.hear(self.hub.changed, lambda: self._closed)
            except Exception:
                log.exception("lost the line to the database; trying again")
                time.sleep(AGAIN)


def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals |= {"stamp": _stamp(), "scored": scored}
    return made


def _stamp() -> str:
    """Changes with the static files, so that browsers may keep them for good."""
    digest = hashlib.sha256()
    for path in sorted((HERE / "static").iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
