"""Server-sent events: who is watching a table is told that it has changed, and nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from roundhouse.web.errors import Full, TooMany
from roundhouse.web.settings import Settings
from roundhouse.web.tables.tables import Tables

HEARTBEAT = 20.0  # seconds between signs of life, for proxies and to notice the dead
SETTLE = 1.5  # coming and going is told at most so often
TRY_AGAIN = 10  # seconds after which it is worth asking for a stream again


@dataclass(eq=False)
class Watcher:
    """One open page. News are flags, not a queue: what counts is how the table is now. (That there
    is something besides a move has a flag of its own: a page that has the move already, because it
    made it, must look all the same.)"""

    person: str | None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    besides: bool = False


class Streams:
    """How many streams are open: to an address, to a person, in all. Lives in the event loop."""

    def __init__(self, settings: Settings) -> None:
        self._limited, self._most = settings.limits, settings.streams
        self._each = {"address": settings.address_streams, "person": settings.person_streams}
        self._open: Counter[tuple[str, str]] = Counter()
        self._all = 0

    @property
    def open(self) -> int:
        return self._all

    def check(self, where: str, person: str | None) -> None:
        """Raises if one more is one too many."""
        if self._all >= self._most:
            raise Full("Too many pages are open here just now; try again in a little.", TRY_AGAIN)
        for kind, who in _counted(where, person):
            if self._limited and self._open[kind, who] >= self._each[kind]:
                raise TooMany(
                    "Too many event streams to you are open already; close some of them.", TRY_AGAIN
                )

    @contextmanager
    def one(self, where: str, person: str | None) -> Iterator[None]:
        """One stream, while it is open."""
        self.check(where, person)
        counted = _counted(where, person)
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


def _counted(where: str, person: str | None) -> list[tuple[str, str]]:
    return [("address", where), *([("person", person)] if person else [])]


class Watchers:
    """All open pages, by table. Lives in the event loop; `changed` may be called anywhere."""

    def __init__(self, settings: Settings) -> None:
        self.streams = Streams(settings)
        self._watchers: dict[str, set[Watcher]] = {}
        self._plies: dict[str, tuple[int, int]] = {}
        self._settling: set[str] = set()
        self._closing = False
        self.loop: asyncio.AbstractEventLoop | None = None

    def changed(self, table: str, revision: int, ply: int) -> None:
        """Tell everybody at a table that it is now at this ply."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._tell, table, revision, ply)

    def look_again(self, table: str) -> None:
        """Tell everybody at a table that something is new there, though it has not moved on."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._settled, table)

    def watched(self) -> list[str]:
        """The tables that somebody has open."""
        return list(self._watchers)

    def present(self, table: str) -> tuple[frozenset[str], int]:
        """The people who have the table open, and how many pages there are."""
        watchers = tuple(self._watchers.get(table, ()))
        return frozenset(w.person for w in watchers if w.person), len(watchers)

    def everybody(self) -> list[tuple[str, str]]:
        """(table, person) of all who have a table open."""
        return [
            (table, watcher.person)
            for table, watchers in tuple(self._watchers.items())
            for watcher in tuple(watchers)
            if watcher.person
        ]

    def close(self) -> None:
        """Let go of everybody, so that the server can stop."""
        self._closing = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.news.set()

    async def watch(
        self, table: str, person: str | None, seated: bool, revision: int, ply: int
    ) -> AsyncGenerator[str, None]:
        """Server-sent events: `ply n` now and at each change, and `look` where something else than
        a move is new. That a seated person has come or gone is; spectators come and go
        unannounced."""
        me = Watcher(person)
        told = self._plies.get(table, (0, 0))
        if revision > told[0]:
            self._plies[table] = (revision, ply)
        self._watchers.setdefault(table, set()).add(me)
        if seated:
            self._settle(table)
        try:
            yield "retry: 1500\n\n"
            while not self._closing:
                revision, ply = self._plies[table]
                besides, me.besides = me.besides, False
                yield f"id: {revision}\nevent: table\ndata: ply {ply}\n\n"
                if besides:
                    yield "event: look\ndata: again\n\n"
                while not await _happens(me.news):
                    yield ": still here\n\n"
                me.news.clear()
        finally:
            watchers = self._watchers[table]
            watchers.discard(me)
            if not watchers:
                del self._watchers[table]
                self._plies.pop(table, None)
            elif seated:
                self._settle(table)

    def _tell(self, table: str, revision: int, ply: int) -> None:
        if table not in self._watchers:
            return
        known = self._plies.get(table, (0, 0))
        if revision >= known[0]:
            self._plies[table] = (revision, ply)
        # (The same revision again is the echo of a move that was made here, by way of PostgreSQL.)
        self._wake(table, besides=revision < known[0])

    def _wake(self, table: str, besides: bool) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.besides |= besides
            watcher.news.set()

    def _settle(self, table: str) -> None:
        """Tell those present about coming and going, a little later and only once."""
        if table in self._settling or self._closing:
            return
        self._settling.add(table)
        asyncio.get_running_loop().call_later(SETTLE, self._settled, table)

    def _settled(self, table: str) -> None:
        self._settling.discard(table)
        self._wake(table, besides=True)


async def _happens(news: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(HEARTBEAT):
            await news.wait()
    except TimeoutError:
        return False
    return True


class EventStream(StreamingResponse):
    """An answer that does not end; it counts as open for as long as it is being sent."""

    def __init__(
        self, events: AsyncGenerator[str], streams: Streams, where: str, person: str | None
    ) -> None:
        super().__init__(
            events,
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )
        self._streams, self._where, self._person = streams, where, person

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.one(self._where, self._person):
            await super().__call__(scope, receive, send)


async def event_stream(
    watchers: Watchers, tables: Tables, table: str, person: str | None, where: str
) -> EventStream:
    """The events of a table."""
    watchers.streams.check(where, person)  # before anything is looked up for them

    def look() -> tuple[int, int, bool]:
        with tables.at(table) as found:
            return found.revision, found.match.ply, bool(found.seats_of(person))

    revision, ply, seated = await asyncio.to_thread(look)
    events = watchers.watch(table, person, seated, revision, ply)
    return EventStream(events, watchers.streams, where, person)
