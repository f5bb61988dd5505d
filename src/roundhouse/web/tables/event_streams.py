"""Server-sent events: tell open pages that a table has changed, and nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from roundhouse.core.translation import translate as _
from roundhouse.table.events import TableEvent
from roundhouse.table.table import Table
from roundhouse.web.http.errors import Full, TooMany
from roundhouse.web.http.threads import in_thread
from roundhouse.web.settings import Settings
from roundhouse.web.tables.service import Tables

HEARTBEAT = 20.0  # seconds between keep-alive comments
SETTLE = 1.5  # minimum seconds between two such announcements
TRY_AGAIN = 10  # seconds in Retry-After


@dataclass(eq=False)
class Watcher:
    """One open page.

    News are flags, not a queue, because only the current state counts. `look` has its own flag: a
    page that already has the move must still fetch other changes.
    """

    user: str | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refresh: bool = False


class Streams:
    """Counts open streams: per address, per user and in all. Lives in the event loop."""

    def __init__(self, settings: Settings) -> None:
        self._limited, self._most = settings.limits, settings.streams
        self._each = {"address": settings.address_streams, "person": settings.user_streams}
        self._open: Counter[tuple[str, str]] = Counter()
        self._all = 0

    @property
    def open(self) -> int:
        return self._all

    def check(self, where: str, user: str | None) -> None:
        """Raise an error if another stream is over a limit."""
        if self._all >= self._most:
            raise Full(_("Too many pages are open right now. Try again in a moment."), TRY_AGAIN)
        for kind, who in _counted(where, user):
            if self._limited and self._open[kind, who] >= self._each[kind]:
                raise TooMany(
                    _("You have too many event streams open. Close some of them."), TRY_AGAIN
                )

    @contextmanager
    def one(self, where: str, user: str | None) -> Iterator[None]:
        """Count one stream while it is open."""
        self.check(where, user)
        counted = _counted(where, user)
        self._all += 1
        self._open.update(counted)
        try:
            yield
        finally:
            self._all -= 1
            self._open.subtract(counted)
            for key in counted:
                if not self._open[key]:
                    del self._open[key]


def _counted(where: str, user: str | None) -> list[tuple[str, str]]:
    return [("address", where), *([("person", user)] if user else [])]


class Watchers:
    """All open pages by table. Lives in the event loop; `changed` is thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self.streams = Streams(settings)
        self._watchers: dict[str, set[Watcher]] = {}
        self._plies: dict[str, tuple[int, int]] = {}
        self._settling: set[str] = set()
        self._closing = False
        self.loop: asyncio.AbstractEventLoop | None = None

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Announce a change of a table in this process."""
        self.changed(table.id, table.revision, table.match.ply)

    def changed(self, table: str, revision: int, ply: int) -> None:
        """Announce the current ply of a table."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._publish, table, revision, ply)

    def refresh(self, table: str) -> None:
        """Announce a change other than a move."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._settled, table)

    def watched_tables(self) -> list[str]:
        """Return the tables that are open in a page."""
        return list(self._watchers)

    def present(self, table: str) -> tuple[frozenset[str], int]:
        """Return the users who have the table open, and the number of pages."""
        watchers = tuple(self._watchers.get(table, ()))
        return frozenset(w.user for w in watchers if w.user), len(watchers)

    def open_pages(self) -> list[tuple[str, str]]:
        """Return (table, user) for every open page."""
        return [
            (table, watcher.user)
            for table, watchers in tuple(self._watchers.items())
            for watcher in tuple(watchers)
            if watcher.user
        ]

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.changed.set()

    async def watch(
        self, table: str, user: str | None, seated: bool, revision: int, ply: int
    ) -> AsyncGenerator[str, None]:
        """Yield `ply n` now and at each change, and `look` for other changes.

        Arrivals and departures of players count; those of spectators do not.
        """
        me = Watcher(user)
        text = self._plies.get(table, (0, 0))
        if revision > text[0]:
            self._plies[table] = (revision, ply)
        self._watchers.setdefault(table, set()).add(me)
        if seated:
            self._settle(table)
        try:
            yield "retry: 1500\n\n"
            while not self._closing:
                revision, ply = self._plies[table]
                refresh, me.refresh = me.refresh, False
                yield f"id: {revision}\nevent: table\ndata: ply {ply}\n\n"
                if refresh:
                    yield "event: look\ndata: again\n\n"
                while not await _wait_for(me.changed):
                    yield ": still here\n\n"
                me.changed.clear()
        finally:
            watchers = self._watchers[table]
            watchers.discard(me)
            if not watchers:
                del self._watchers[table]
                self._plies.pop(table, None)
            elif seated:
                self._settle(table)

    def _publish(self, table: str, revision: int, ply: int) -> None:
        if table not in self._watchers:
            return
        latest = self._plies.get(table, (0, 0))
        if revision >= latest[0]:
            self._plies[table] = (revision, ply)
        # The same revision again is the echo of our own move from PostgreSQL.
        self._wake(table, refresh=revision < latest[0])

    def _wake(self, table: str, refresh: bool) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.refresh |= refresh
            watcher.changed.set()

    def _settle(self, table: str) -> None:
        """Announce arrivals and departures after a short delay, once."""
        if table in self._settling or self._closing:
            return
        self._settling.add(table)
        asyncio.get_running_loop().call_later(SETTLE, self._settled, table)

    def _settled(self, table: str) -> None:
        self._settling.discard(table)
        self._wake(table, refresh=True)


async def _wait_for(changed: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(HEARTBEAT):
            await changed.wait()
    except TimeoutError:
        return False
    return True


class EventStream(StreamingResponse):
    """An endless response; it counts as open while it is sent."""

    def __init__(
        self, events: AsyncGenerator[str], streams: Streams, where: str, user: str | None
    ) -> None:
        super().__init__(
            events,
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )
        self._streams, self._where, self._user = streams, where, user

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.one(self._where, self._user):
            await super().__call__(scope, receive, send)


async def event_stream(
    watchers: Watchers, tables: Tables, table: str, user: str | None, where: str
) -> EventStream:
    """Return the event stream of a table."""
    watchers.streams.check(where, user)  # before any query

    def read() -> tuple[int, int, bool]:
        with tables.at(table) as result:
            return result.revision, result.match.ply, bool(result.seats_of(user))

    revision, ply, seated = await in_thread(read)
    events = watchers.watch(table, user, seated, revision, ply)
    return EventStream(events, watchers.streams, where, user)
