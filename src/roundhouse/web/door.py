"""The door: so many connections from one address, so many in all. Who is one too many is told so
and goes, so that nobody can lock the others out and no file descriptor is missed elsewhere."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from typing import Any, cast

from roundhouse.web.addresses import NOWHERE, Proxies, place_of
from roundhouse.web.security import HEADERS

SPARE = 256  # file descriptors for everything else: the database, workers, files, those at the door
QUEUE = 512  # connections that the system keeps until we have time for them
BATCH = 16  # that are let in before the next look at who must go
LINGERING = 64  # so many are told why they cannot come in; the others just cannot
LINGER = 1.0  # seconds for those to read it
SILENCE = 20.0  # seconds in which a connection must have asked for something
WAIT = 5  # seconds after which it is worth trying again


class Door:
    """Who is inside. `each` is how many may come from one address, `most` how many in all.

    A trusted proxy stands for many addresses: only the whole counts for it.
    """

    def __init__(self, most: int, each: int, proxies: Proxies) -> None:
        self._most, self._each, self._proxies = most, each, proxies
        self._inside: Counter[str] = Counter()
        self._all = 0
        self._lingering = 0

    def enter(self, host: str) -> int:
        """0 for somebody who is in now, or the status that says why not."""
        if self._all >= self._most:
            return 503
        place = place_of(host)
        if not self._proxies.trusts(host) and self._inside[place] >= self._each:
            return 429
        self._inside[place] += 1
        self._all += 1
        return 0

    def leave(self, host: str) -> None:
        place = place_of(host)
        self._all -= 1
        self._inside[place] -= 1
        if not self._inside[place]:
            del self._inside[place]

    def turn_away(self, transport: asyncio.Transport, status: int) -> None:
        """Say why, and close a little later: a close with something unread in it would take the
        answer along."""
        if self._lingering >= LINGERING:
            transport.abort()
            return
        self._lingering += 1
        transport.write(_REFUSALS[status])
        asyncio.get_running_loop().call_later(LINGER, self._gone, transport)

    def _gone(self, transport: asyncio.Transport) -> None:
        self._lingering -= 1
        transport.close()

    def guards(self, http: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
        """The protocol `http` of a server, with this door in front of it."""
        door = self

        class Guarded(Connection):
            def __init__(self, **given: Any) -> None:
                super().__init__(door, http(**given))

        return Guarded


class Connection(asyncio.Protocol):
    """One connection: it is passed on to the server's own protocol once it is in."""

    def __init__(self, door: Door, inner: asyncio.Protocol) -> None:
        self._door, self._inner = door, inner
        self._host: str | None = None  # while it is inside
        self._silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        peer = stream.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else NOWHERE
        refused = self._door.enter(host)
        if refused:
            self._door.turn_away(stream, refused)
            return
        self._host = host
        loop = asyncio.get_running_loop()
        self._silence = loop.call_later(SILENCE, stream.abort)
        self._inner.connection_made(stream)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._host is not None:
            self._heard()
            self._door.leave(self._host)
            self._host = None
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._host is not None:
            self._heard()
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._host is not None else None

    def pause_writing(self) -> None:
        if self._host is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._host is not None:
            self._inner.resume_writing()

    def _heard(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None


def most_connections(wanted: int) -> int:
    """As many as wanted, or as the system has file descriptors for; it is asked for more first."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + SPARE
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else max(soft, min(needed, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, soft - min(SPARE, soft // 2))


def _refusal(status: int, reason: str, said: str) -> bytes:
    body = json.dumps({"detail": said}).encode()
    head = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        "retry-after": str(WAIT),
        **HEADERS,
    }
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


_REFUSALS = {
    429: _refusal(
        429, "Too Many Requests", "Too many connections from your address; close some of them."
    ),
    503: _refusal(503, "Service Unavailable", "The roundhouse is full; try again in a little."),
}
