"""The outermost middleware: body limit, proxy headers, security headers, HEAD, and last errors."""

from __future__ import annotations

import json
import logging
import time
from html import escape

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.http.addresses import UNKNOWN_ADDRESS, Proxies, limit_key
from roundhouse.web.http.body_limit import MAX_BODY_BYTES, TOO_BIG, LimitedBody
from roundhouse.web.http.requester import set_requester
from roundhouse.web.http.security_headers import HEADERS

log = logging.getLogger("roundhouse.web")

A_YEAR = 365 * 24 * 3600
BROKEN = "Something went wrong on the server. The error was logged; try again."
NOT_FOUND = "There is nothing here."
NUL_BYTE = "The address contains a NUL byte."


class OuterMiddleware:
    """Middleware around the application; it trusts the headers of `proxies` only."""

    def __init__(self, app: ASGIApp, proxies: Proxies | None = None, hsts: bool = False) -> None:
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
        headers = dict(scope["headers"])
        body = LimitedBody(receive, headers.get(b"content-type", b""))
        length = headers.get(b"content-length", b"0")
        if "\0" in scope["path"]:
            await answer.refuse(scope, 404, NOT_FOUND)
        elif "%00" in scope["query_string"].decode("latin-1"):
            await answer.refuse(scope, 400, NUL_BYTE)
        elif not length.isdigit() or int(length) > MAX_BODY_BYTES:
            await body.drain()
            await answer.refuse(scope, 413, TOO_BIG)
        else:
            resolved = self._resolve_client(scope)
            peer = resolved["client"]
            set_requester(limit_key(peer[0]) if peer else UNKNOWN_ADDRESS)
            await self._serve(resolved, body.receive, answer)

    async def _serve(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            await self._app(scope, receive, answer.send)
        except ClientDisconnect:
            pass  # the client has disconnected
        except Exception:
            log.exception("%s %s broke", scope["method"], scope["path"])
            if not answer.has_started:
                await answer.refuse(scope, 500, BROKEN)

    def _resolve_client(self, scope: Scope) -> Scope:
        """Return the scope with the true client address, and HEAD as GET."""
        results = dict(scope)
        if scope["method"] == "HEAD":
            results["method"] = "GET"
        peer = scope["client"]
        if peer and self._proxies.trusts(peer[0]):
            messages = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            forwarded = b",".join(messages).decode("latin-1")
            results["client"] = (self._proxies.client(peer[0], forwarded), 0)
            scheme = dict(scope["headers"]).get(b"x-forwarded-proto", b"").decode("latin-1")
            if scheme in ("http", "https"):
                results["scheme"] = scheme
        return results


class _Answer:
    """A response with the security headers, and without a body for HEAD."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]], head: bool) -> None:
        self._send, self._headers, self._head = send, headers, head
        self._since = time.perf_counter()
        self.has_started = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_started = True
            spent = (time.perf_counter() - self._since) * 1000
            timing = (b"server-timing", f"app;dur={spent:.1f}".encode())
            await self._send({**message, "headers": [*message["headers"], *self._headers, timing]})
            if self._head:  # at once: an event stream never ends
                await self._send({"type": "http.response.body", "body": b""})
        elif not self._head:
            await self._send(message)

    async def refuse(self, scope: Scope, status: int, message: str) -> None:
        """Send an error without using anything that may be broken."""
        accepted = dict(scope["headers"]).get(b"accept", b"")
        if b"text/html" in accepted and not scope["path"].startswith("/api/"):
            kind, body = "text/html; charset=utf-8", _PAGE.format(escape(message)).encode()
        else:
            kind, body = "application/json", json.dumps({"detail": message}).encode()
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
    '<h1>Something went wrong</h1><p class="lead">{}</p>'
    '<p><a class="button" href="/">Back to the roundhouse</a></p></main></body></html>'
)
