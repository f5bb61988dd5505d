"""Outermost around the app: no request beyond measure comes in, and every answer that goes out,
errors too, carries the security headers."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from html import escape
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from roundhouse.web.addresses import Proxies
from roundhouse.web.security import HEADERS, LARGEST_BODY

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("roundhouse.web")

BODY_SECONDS = 30.0  # so long a part of a body may keep us waiting
DRAINED = 4 * LARGEST_BODY  # so much of what is too big is read and thrown away, and
DRAIN_SECONDS = 10.0  # for so long: who still sends does not read why it is refused
A_YEAR = 365 * 24 * 3600
TOO_BIG = "That is too big."
TOO_SLOW = "That took too long to arrive."
BROKEN = "Something broke here. It was written down; try again."
NOTHING = "There is nothing here."
NO_SUCH_LETTER = "An address does not have a NUL byte in it."


class Guard:
    """The app inside may rely on `client` and `scheme`: they are what a trusted proxy has said."""

    def __init__(self, app: App, proxies: Proxies | None = None, hsts: bool = False) -> None:
        self._app, self._proxies = app, proxies or Proxies()
        headers = dict(HEADERS)
        if hsts:
            headers["strict-transport-security"] = f"max-age={A_YEAR}"
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send, self._headers, scope["method"] == "HEAD")
        body = _Body(receive)
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if "\0" in scope["path"]:
            await answer.refuse(scope, 404, NOTHING)
        elif "%00" in scope["query_string"].decode("latin-1"):
            await answer.refuse(scope, 400, NO_SUCH_LETTER)
        elif not length.isdigit() or int(length) > LARGEST_BODY:
            await body.drain()
            await answer.refuse(scope, 413, TOO_BIG)
        else:
            await self._serve(self._introduced(scope), body.receive, answer)

    async def _serve(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            await self._app(scope, receive, answer.send)
        except ClientDisconnect:
            pass  # nobody is left to be answered
        except Exception:
            log.exception("%s %s broke", scope["method"], scope["path"])
            if not answer.begun:
                await answer.refuse(scope, 500, BROKEN)

    def _introduced(self, scope: Scope) -> Scope:
        """The request as the app sees it: from whom it really is, and HEAD as GET."""
        made = dict(scope)
        if scope["method"] == "HEAD":
            made["method"] = "GET"
        peer = scope["client"]
        if peer and self._proxies.trusts(peer[0]):
            said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            forwarded = b",".join(said).decode("latin-1")
            made["client"] = (self._proxies.client(peer[0], forwarded), 0)
            scheme = dict(scope["headers"]).get(b"x-forwarded-proto", b"").decode("latin-1")
            if scheme in ("http", "https"):
                made["scheme"] = scheme
        return made


class _Body:
    """What is sent to us: not too much of it, and not too slowly."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._taken = 0
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:  # all that is still to come is that they have left
            return await self._receive()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW) from None
        self._count(message)
        if self._taken > LARGEST_BODY:
            await self.drain()
            raise HTTPException(413, TOO_BIG)
        return message

    async def drain(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while not self._whole and self._taken < DRAINED:
                    self._count(await self._receive())

    def _count(self, message: Message) -> None:
        self._taken += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)


class _Answer:
    """What we send: with the headers, and to HEAD without what comes after them."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]], head: bool) -> None:
        self._send, self._headers, self._head = send, headers, head
        self._since = time.perf_counter()
        self.begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            spent = (time.perf_counter() - self._since) * 1000
            timing = (b"server-timing", f"app;dur={spent:.1f}".encode())
            await self._send({**message, "headers": [*message["headers"], *self._headers, timing]})
            if self._head:  # at once: the events of a table never end by themselves
                await self._send({"type": "http.response.body", "body": b""})
        elif not self._head:
            await self._send(message)

    async def refuse(self, scope: Scope, status: int, said: str) -> None:
        """An answer for which nothing is asked that may be broken itself."""
        accepted = dict(scope["headers"]).get(b"accept", b"")
        if b"text/html" in accepted and not scope["path"].startswith("/api/"):
            kind, body = "text/html; charset=utf-8", _PAGE.format(escape(said)).encode()
        else:
            kind, body = "application/json", json.dumps({"detail": said}).encode()
        head = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        await self.send({"type": "http.response.start", "status": status, "headers": head})
        await self.send({"type": "http.response.body", "body": body})


_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Roundhouse</title>'
    '<link rel="stylesheet" href="/static/style.css"></head><body><main class="page narrow">'
    '<h1>That did not work</h1><p class="lead">{}</p>'
    '<p><a class="button" href="/">Back to the roundhouse</a></p></main></body></html>'
)
