"""Limit connections and the size of request headers if there is no proxy.

A connection over a limit gets an error and is closed, so that one address cannot lock out others.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from typing import Any, cast

from roundhouse.web.http.addresses import UNKNOWN_ADDRESS, Proxies, limit_key
from roundhouse.web.http.middleware import HEADERS

SPARE = 256  # file descriptors for everything else: database, workers, files
QUEUE = 512  # backlog of the listening socket
BATCH = 16  # accepted before the next check
LINGERING = 64  # refusals that get a response; others are closed
LINGER = 1.0  # seconds to read the response
HEAD_SECONDS = 20.0  # seconds for the complete head of a request, counted from its first byte
UNREAD_SECONDS = 120.0  # seconds for a client to read what is sent
CHECK_SECONDS = 5.0  # between two checks of that
WAIT = 5  # seconds in Retry-After
MAX_HEAD_BYTES = 65_536  # bytes without a complete header or part of a body
MAX_PIPELINED = 100  # requests of a connection that wait for a response; browsers send none ahead
TOO_LONG = "The request headers are too long."


class TooManyPipelined(Exception):
    """A client sends more and more requests without waiting for the responses."""


class ConnectionLimits:
    """Counts open connections.

    `each` is the limit per address, `most` the limit in all. A trusted proxy stands for many
    addresses, so only the total counts for it.
    """

    def __init__(self, most: int, each: int, proxies: Proxies) -> None:
        self._most, self._each, self._proxies = most, each, proxies
        self._inside: Counter[str] = Counter()
        self._all = 0
        self._lingering = 0
        self._open: set[Connection] = set()  # with a check of all of them under way

    def enter(self, host: str) -> int:
        """Admit a connection: return 0, or the HTTP status of the refusal."""
        if self._all >= self._most:
            return 503
        place = limit_key(host)
        if not self._proxies.trusts(host) and self._inside[place] >= self._each:
            return 429
        self._inside[place] += 1
        self._all += 1
        return 0

    def leave(self, host: str) -> None:
        place = limit_key(host)
        self._all -= 1
        self._inside[place] -= 1
        if not self._inside[place]:
            del self._inside[place]

    def watch_reader(self, connection: Connection) -> None:
        """Close a connection that never reads its responses and would stay open."""
        if not self._open:
            asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check_readers)
        self._open.add(connection)

    def _check_readers(self) -> None:
        self._open = {connection for connection in self._open if connection.is_open}
        for connection in self._open:
            connection.check_reader()
        if self._open:
            asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check_readers)

    def refuse(self, transport: asyncio.Transport, status: int) -> None:
        """Send the reason, and close later: an early close would discard the response."""
        if self._lingering >= LINGERING:
            transport.abort()
            return
        self._lingering += 1
        transport.write(_REFUSALS[status])
        asyncio.get_running_loop().call_later(LINGER, self._close, transport)

    def _close(self, transport: asyncio.Transport) -> None:
        self._lingering -= 1
        transport.close()

    def wrap(self, http: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
        """Return the protocol `http` with these limits."""
        limits = self

        class LimitedConnection(Connection):
            def __init__(self, **options: Any) -> None:
                super().__init__(limits, http(**options))

        return LimitedConnection


class Connection(asyncio.Protocol):
    """One connection; it passes data to the server's protocol once it is admitted.

    It is closed if a request does not arrive or a response is not read in time. The server's
    protocol closes idle ones.
    """

    def __init__(self, limits: ConnectionLimits, inner: asyncio.Protocol) -> None:
        self._limits, self._inner = limits, inner
        self._host: str | None = None  # while it is admitted
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None  # while a request is incomplete
        self._unread_since = 0.0  # 0: the client has read everything, or the system has it

    @property
    def is_open(self) -> bool:
        return self._host is not None

    def check_reader(self) -> None:
        """Close the connection if data has been waiting for the client too long."""
        assert self._transport is not None
        now = asyncio.get_running_loop().time()
        if not self._transport.get_write_buffer_size():
            self._unread_since = 0.0
        elif not self._unread_since:
            self._unread_since = now
        elif now - self._unread_since > UNREAD_SECONDS:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        peer = stream.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else UNKNOWN_ADDRESS
        refused = self._limits.enter(host)
        if refused:
            self._limits.refuse(stream, refused)
            return
        self._host, self._transport = host, stream
        self._watch_head()
        self._limits.watch_reader(self)
        self._inner.connection_made(stream)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._host is not None:
            self._stop_waiting()
            self._limits.leave(self._host)
            self._host = None
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._host is not None:
            self._inner.data_received(data)
            self._watch_head()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._host is not None else None

    def pause_writing(self) -> None:
        if self._host is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._host is not None:
            self._inner.resume_writing()

    def _watch_head(self) -> None:
        """Set a deadline, unless a request is complete and being answered."""
        cycle = getattr(self._inner, "cycle", None)  # of all HTTP protocols of uvicorn
        if cycle is not None and not cycle.response_complete:
            self._stop_waiting()
        elif self._deadline is None and self._transport is not None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(HEAD_SECONDS, self._transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def limit_headers(http: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """Return the protocol `http` with a limit on headers, which httptools lacks."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:  # without httptools, uvicorn uses h11
        return http
    if not issubclass(http, HttpToolsProtocol):
        return http

    class LimitedHeaders(HttpToolsProtocol):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            self._pending_bytes = 0

        def data_received(self, data: bytes) -> None:
            self._pending_bytes += len(data)
            super().data_received(data)
            if self._pending_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response(TOO_LONG)

        def on_headers_complete(self) -> None:
            self._pending_bytes = 0
            if len(self.pipeline) >= MAX_PIPELINED:
                self.transport.abort()
                raise TooManyPipelined  # the parser drops the rest
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self._pending_bytes = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            self._pending_bytes = 0
            super().on_message_complete()

    return LimitedHeaders


def max_connections(limit: int) -> int:
    """Return the wanted number, or what the file descriptor limit allows."""
    if sys.platform == "win32":
        return limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return limit
    needed = limit + SPARE
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else max(soft, min(needed, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(limit, soft - min(SPARE, soft // 2))


def _refusal(status: int, reason: str, message: str) -> bytes:
    body = json.dumps({"detail": message}).encode()
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
    503: _refusal(503, "Service Unavailable", "The server is full. Try again in a moment."),
}
