"""The services of one server process."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from jinja2 import Environment

from roundhouse.play import registry
from roundhouse.table.errors import NotSignedIn
from roundhouse.table.events import EventBus, SeatsTransferred
from roundhouse.web.accounts.bot_accounts import BotAccounts
from roundhouse.web.accounts.recovery import Recovery
from roundhouse.web.accounts.sessions import Sessions, Signer, User
from roundhouse.web.accounts.users import Users, login_of
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.bots.bot_status import BotStatus
from roundhouse.web.bots.bot_turns import BotTurns, SimpleMoves
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.bots.pool import Pool
from roundhouse.web.http.addresses import requester
from roundhouse.web.http.page_templates import page_environment
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.learning.analyses import Analyses
from roundhouse.web.learning.puzzles import Puzzles
from roundhouse.web.learning.rulebook import Rulebooks
from roundhouse.web.operations.housekeeping import Housekeeping
from roundhouse.web.repositories import Repositories
from roundhouse.web.settings import Settings
from roundhouse.web.social.services import SocialServices
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.event_streams import Watchers
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.match_snapshots import MatchSnapshots
from roundhouse.web.tables.players import TablePlayers
from roundhouse.web.tables.presence import Presence
from roundhouse.web.tables.service import Tables
from roundhouse.web.tables.spectator_pages import SpectatorPages
from roundhouse.web.tables.table_storage import OpenTables, TableStorage
from roundhouse.web.tables.timekeeper import Timekeeper
from roundhouse.web.tables.uploaded_records import UploadedRecords

log = logging.getLogger("roundhouse.web")

RECONNECT_SECONDS = 2.0  # seconds before reconnecting to the database


@dataclass
class Services:
    settings: Settings
    storage: Repositories
    signer: Signer
    sessions: Sessions
    users: Users
    bot_accounts: BotAccounts
    games: GameLibrary
    tables: Tables
    records: UploadedRecords
    watchers: Watchers
    pool: Pool
    bot_turns: BotTurns
    bot_status: BotStatus
    housekeeping: Housekeeping
    timekeeper: Timekeeper
    presence: Presence
    analyses: Analyses
    limits: RateLimits
    templates: Environment
    social: SocialServices
    recovery: Recovery
    puzzles: Puzzles
    rulebooks: Rulebooks = field(default_factory=Rulebooks)
    spectator_pages: SpectatorPages = field(default_factory=SpectatorPages)
    rematches: dict[str, str] = field(
        default_factory=dict
    )  # finished table -> table of its rematch
    _picture_task: asyncio.Task[None] | None = None
    _listener: threading.Thread | None = None
    _closed: bool = False

    @classmethod
    def build(cls, settings: Settings) -> Services:
        database = Database(settings.url)
        leases, snapshots = Leases(database), MatchSnapshots(database)
        storage = Repositories.build(database, settings, leases.holder)
        secret = database.secret("sessions", secrets.token_hex(32))
        signer = Signer(secret)
        sessions = Sessions(database, signer, settings.session_idle, settings.session_life)
        users, reader = Users(storage.accounts, sessions, signer), Reader()
        bot_accounts = BotAccounts(storage.accounts, users)
        games = GameLibrary(storage.boards, reader)
        watchers, events = Watchers(settings), EventBus()
        bot_status, players = (
            BotStatus(watchers),
            TablePlayers(users, bot_accounts, storage.relationships),
        )
        open_tables = OpenTables(settings.max_tables, settings.max_table_bytes)
        table_storage = TableStorage(storage.tables, games, leases, snapshots, open_tables)
        tables = Tables(table_storage, players, events, settings.absent)
        pool = Pool(games, settings.workers, settings.bot_seconds)
        simple_moves = SimpleMoves(games)
        presence = Presence(database, watchers, leases.holder)
        social = SocialServices.build(
            settings, storage, tables, secret, presence.filter_present, users.owner_of
        )
        services = cls(
            settings,
            storage,
            signer,
            sessions,
            users,
            bot_accounts,
            games,
            tables,
            UploadedRecords(storage.records, storage.boards, reader),
            watchers,
            pool,
            BotTurns(
                tables, leases, pool, simple_moves, bot_status, DelayTimer(settings.bot_pause)
            ),
            bot_status,
            Housekeeping(database, tables, settings),
            Timekeeper(database, tables, settings.clock_seconds),
            presence,
            Analyses(storage.analyses, pool),
            RateLimits(settings.limits),
            page_environment(),
            social,
            Recovery(
                users, storage.accounts, social.channels, social.email_links, social.background_mail
            ),
            Puzzles(storage.puzzles),
        )
        events.subscribe(watchers, services.bot_turns, services.social.settlement)
        return services

    def register(self, user: User, name: str, password: str) -> str:
        """Turn a guest into an account; registrations count by user and by address."""
        self.limits.take("login", requester())
        return self.users.register(user, name, password)

    def sign_in(self, before: User | None, session: str, name: str, password: str) -> str:
        """Sign in, and update the pages of the guest's tables."""
        with self._password_attempt(login_of(name)):
            token, touched = self.users.sign_in(before, session, name, password)
        for table in touched:
            with self.tables.at(table) as result:
                self.tables.events.publish(result, [SeatsTransferred()])
            self.watchers.refresh(table)
        return token

    def check_password(self, user: User, password: str) -> None:
        """Raise an error unless this is the user's password, who is signed in already."""
        with self._password_attempt(user.id):
            self.users.check_password(user, password)

    @contextmanager
    def _password_attempt(self, account: str) -> Iterator[None]:
        """Count wrong passwords for an account, by address and from all addresses."""
        counted = (("account", f"{account} {requester()}"), ("guesses", account))
        for limit in counted:
            self.limits.take(*limit)
        is_wrong = False
        try:
            yield
        except NotSignedIn:
            is_wrong = True
            raise
        finally:
            for limit in () if is_wrong else counted:
                self.limits.give_back(*limit)

    async def open(self) -> None:
        """Start the services, and continue what an earlier process left."""
        loop = asyncio.get_running_loop()
        self.watchers.loop = self.analyses.loop = loop
        self.bot_turns.open()
        self.housekeeping.open()
        self.social.open()
        await self.timekeeper.open()
        self.presence.open()
        self._picture_task = loop.create_task(self._draw_pictures())
        if self.storage.database.shared:
            self._listener = threading.Thread(target=self._listen, daemon=True)
            self._listener.start()

    async def close(self) -> None:
        self.watchers.close()
        self._closed = True
        if self._picture_task is not None:
            self._picture_task.cancel()
        if self._listener is not None:
            await in_background_thread(self._listener.join, 3)
        await self.social.close()
        await self.presence.close()
        await self.timekeeper.close()
        await self.bot_turns.close()
        await self.analyses.close()
        await self.pool.close()
        await self.housekeeping.close()
        await in_background_thread(self.storage.database.close)

    async def _draw_pictures(self) -> None:
        """Render the pictures of the home page in advance."""
        for meta in registry.games():
            await in_background_thread(self.games.picture, meta.id)

    def _listen(self) -> None:
        """Update open pages when another process changes a table."""

        def publish(table: str, revision: int, ply: int) -> None:
            self.watchers.changed(table, revision, ply)
            self.bot_turns.changed_elsewhere(table)

        while not self._closed:
            try:
                self.storage.database.listen(publish, lambda: self._closed, self._catch_up)
            except Exception as error:
                log.warning("lost the connection to the database; retrying: %s", error)
                time.sleep(RECONNECT_SECONDS)

    def _catch_up(self) -> None:
        """Update all open pages after a lost connection."""
        for place in self.storage.tables.places(self.watchers.watched_tables()):
            self.watchers.changed(*place)
