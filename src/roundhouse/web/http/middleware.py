"""The outermost middleware: body limit, headers, caches, HEAD, last errors."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from html import escape

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.core.translation import current_language, mark, set_language
from roundhouse.core.translation import translate as _
from roundhouse.web.http import offline_site
from roundhouse.web.http.addresses import UNKNOWN_ADDRESS, Proxies, limit_key, set_requester
from roundhouse.web.http.body_limit import MAX_BODY_BYTES, TOO_BIG, LimitedBody
from roundhouse.web.http.languages import language_of_headers

log = logging.getLogger("roundhouse.web")

PUBLIC_PATH = "/static/"  # the same files for everybody
NO_STORE = (b"cache-control", b"no-store")  # of all other answers, unless they say otherwise
A_YEAR = 365 * 24 * 3600
BROKEN = mark("Something went wrong on the server. The error was logged; try again.")
NOT_FOUND = mark("There is nothing here.")
NUL_BYTE = mark("The address contains a NUL byte.")
# Drawings need inline styles; scripts come from our files only. `blob:` is a picture that a user
# opens in the board editor; it never leaves the browser.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


OFFLINE_HEADERS = {
    **HEADERS,
    "content-security-policy": offline_site.POLICY,
    "x-frame-options": "SAMEORIGIN",
}


class OuterMiddleware:
    """Middleware around the application; it trusts the headers of `proxies` only."""

    def __init__(self, app: ASGIApp, proxies: Proxies | None = None, hsts: bool = False) -> None:
        self._app, self._proxies = app, proxies or Proxies()
        more = {"strict-transport-security": f"max-age={A_YEAR}"} if hsts else {}
        self._headers = _encode({**HEADERS, **more})
        self._offline_headers = _encode({**OFFLINE_HEADERS, **more})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_public = scope["path"].startswith(PUBLIC_PATH)
        added = self._headers if is_public else [*self._headers, NO_STORE]
        if scope["path"].startswith(f"{offline_site.PATH}/"):
            added = self._offline_headers
        answer = _Answer(send, added, scope["method"] == "HEAD")
        headers = dict(reversed(scope["headers"]))  # the first of several, as Starlette reads them
        body = LimitedBody(receive, headers.get(b"content-type", b""))
        length = headers.get(b"content-length", b"0")
        set_language(language_of_headers(scope["path"], headers))
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
        results = {**scope, "headers": _without_escaped_cookies(scope["headers"])}
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


def _without_escaped_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Leave out cookies with escapes.

    Before 3.11.10, Python needs quadratic time to read them.
    """
    if not any(name == b"cookie" and b"\\" in value for name, value in headers):
        return headers
    return [
        (name, b";".join(part for part in value.split(b";") if b"\\" not in part))
        if name == b"cookie"
        else (name, value)
        for name, value in headers
    ]


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


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
            headers = message["headers"]
            more = self._headers
            if any(name == NO_STORE[0] for name, _ in headers):
                more = [header for header in more if header is not NO_STORE]
            await self._send({**message, "headers": [*headers, *more, timing]})
            if self._head:  # at once: an event stream never ends
                await self._send({"type": "http.response.body", "body": b""})
        elif not self._head:
            await self._send(message)

    async def refuse(self, scope: Scope, status: int, message: str) -> None:
        """Send an error, a marked message, without using anything that may be broken."""
        accepted = dict(scope["headers"]).get(b"accept", b"")
        if b"text/html" in accepted and not scope["path"].startswith("/api/"):
            kind, body = "text/html; charset=utf-8", _error_page(_(message)).encode()
        else:
            kind, body = "application/json", json.dumps({"detail": _(message)}).encode()
        head = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        await self.send({"type": "http.response.start", "status": status, "headers": head})
        await self.send({"type": "http.response.body", "body": body})


def _error_page(message: str) -> str:
    title, back = escape(_("Something went wrong")), escape(_("Back to the roundhouse"))
    return (
        f'<!doctype html><html lang="{current_language()}"><head><meta charset="utf-8">'
        '<title>Roundhouse</title><link rel="stylesheet" href="/static/style.css"></head>'
        f'<body><main class="page narrow"><h1>{title}</h1><p class="lead">{escape(message)}</p>'
        f'<p><a class="button" href="/">{back}</a></p></main></body></html>'
    )
