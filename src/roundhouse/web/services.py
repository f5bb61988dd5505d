"""Everything one server process has, in one place."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from dataclasses import dataclass, field

from jinja2 import Environment

from roundhouse.play import registry
from roundhouse.web.community import Community
from roundhouse.web.events import Watchers
from roundhouse.web.games import GameLibrary
from roundhouse.web.people import People, Person, login_of
from roundhouse.web.presence import Presence
from roundhouse.web.puzzles import Puzzles
from roundhouse.web.reading import Reader
from roundhouse.web.records import UploadedRecords
from roundhouse.web.security import Limits, Signer
from roundhouse.web.settings import Settings
from roundhouse.web.show.rulebook import Rulebooks
from roundhouse.web.show.spectator_pages import SpectatorPages
from roundhouse.web.show.templates import environment
from roundhouse.web.store.accounts import Sessions
from roundhouse.web.store.boards import Boards
from roundhouse.web.store.store import Store
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.snapshots import Snapshots
from roundhouse.web.tables.table import ENDED, Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.thinking.analyses import Analyses
from roundhouse.web.thinking.bot_turns import BotTurns
from roundhouse.web.thinking.notices import Notices
from roundhouse.web.thinking.pauses import Pauses
from roundhouse.web.thinking.pool import Pool
from roundhouse.web.thinking.simple_moves import SimpleMoves
from roundhouse.web.timekeeper import Timekeeper
from roundhouse.web.upkeep import Upkeep

log = logging.getLogger("roundhouse.web")

AGAIN = 2.0  # seconds before a lost connection to the database is tried again


@dataclass
class Services:
    settings: Settings
    store: Store
    signer: Signer
    people: People
    games: GameLibrary
    tables: Tables
    records: UploadedRecords
    watchers: Watchers
    pool: Pool
    bot_turns: BotTurns
    notices: Notices
    upkeep: Upkeep
    timekeeper: Timekeeper
    presence: Presence
    analyses: Analyses
    limits: Limits
    templates: Environment
    community: Community
    puzzles: Puzzles
    rulebooks: Rulebooks = field(default_factory=Rulebooks)
    spectator_pages: SpectatorPages = field(default_factory=SpectatorPages)
    rematches: dict[str, str] = field(default_factory=dict)  # table: the one laid after it
    _painter: asyncio.Task[None] | None = None
    _listener: threading.Thread | None = None
    _closed: bool = False

    @classmethod
    def build(cls, settings: Settings) -> Services:
        store = Store(settings.url)
        secret = store.secret("sessions", secrets.token_hex(32))
        signer = Signer(secret)
        sessions = Sessions(store.engine, settings.session_idle, settings.session_life)
        people = People(store, signer, sessions)
        boards, reader = Boards(store.engine), Reader()
        games = GameLibrary(boards, reader)
        leases, notices = Leases(store), Notices()
        tables = Tables(store, games, leases, Snapshots(store), settings.kept, settings.kept_bytes)
        pool = Pool(games, settings.workers, settings.bot_seconds)
        simple_moves, watchers = SimpleMoves(games), Watchers(settings)
        presence = Presence(store, watchers, leases.holder)
        services = cls(
            settings,
            store,
            signer,
            people,
            games,
            tables,
            UploadedRecords(store, boards, reader),
            watchers,
            pool,
            BotTurns(tables, leases, pool, simple_moves, notices, Pauses(settings.bot_pause)),
            notices,
            Upkeep(store, tables, settings),
            Timekeeper(store, tables, settings.clock_seconds),
            presence,
            Analyses(store, pool),
            Limits(settings.limits),
            environment(),
            Community.build(settings, store, tables, secret, leases.holder, presence.looking),
            Puzzles(store),
        )
        tables.changed = services._changed
        tables.called = people.name_at_table
        notices.changed = services.watchers.look_again
        services.timekeeper.remind = services.community.remind
        return services

    def _changed(self, table: Table) -> None:
        self.watchers.changed(table.id, table.revision, table.match.ply)
        self.bot_turns.changed(table)
        if table.phase == ENDED:
            self.community.settlement.ended(table.id)

    def sign_in(self, before: Person | None, session: str, name: str, password: str) -> str:
        """The token of an account's new session; who looks at the guest's tables hears of it."""
        self.limits.take("account", login_of(name))  # wherever the tries come from
        token, touched = self.people.sign_in(before, session, name, password)
        self.limits.give_back("account", login_of(name))
        for table in touched:
            with self.tables.at(table) as found:
                self._changed(found)
            self.watchers.look_again(table)
        return token

    async def open(self) -> None:
        """Go on where the last process stopped, however it stopped."""
        loop = asyncio.get_running_loop()
        self.watchers.loop = self.analyses.loop = loop
        self.bot_turns.open()
        self.upkeep.open()
        self.community.open()
        await self.timekeeper.open()
        self.presence.open()
        self._painter = loop.create_task(self._paint())
        if self.store.shared:
            self._listener = threading.Thread(target=self._hear_others, daemon=True)
            self._listener.start()

    async def close(self) -> None:
        self.watchers.close()
        self._closed = True
        if self._painter is not None:
            self._painter.cancel()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.join, 3)
        await self.community.close()
        await self.presence.close()
        await self.timekeeper.close()
        await self.bot_turns.close()
        await self.analyses.close()
        await self.pool.close()
        await self.upkeep.close()
        await asyncio.to_thread(self.store.close)

    async def _paint(self) -> None:
        """Have the pictures of the front page ready before somebody looks at it."""
        for box in registry.games():
            await asyncio.to_thread(self.games.picture, box.id)

    def _hear_others(self) -> None:
        """Pages that are open here hear of moves made in another process."""

        def told(table: str, revision: int, ply: int) -> None:
            self.watchers.changed(table, revision, ply)
            self.bot_turns.changed_elsewhere(table)

        while not self._closed:
            try:
                self.store.hear(told, lambda: self._closed, self._catch_up)
            except Exception as error:
                log.warning("lost the line to the database; trying again: %s", error)
                time.sleep(AGAIN)

    def _catch_up(self) -> None:
        """What was said while nobody listened is looked up."""
        for place in self.store.places(self.watchers.watched()):
            self.watchers.changed(*place)
