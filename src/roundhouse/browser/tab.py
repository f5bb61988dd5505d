"""The program of a tab's worker: JavaScript calls these functions, in Pyodide.

`tab_worker.js` passes everything as JSON, so that no Python object stays alive in JavaScript.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from roundhouse.browser import (
    board_pages,
    continuation_pages,
    home_pages,
    learning_pages,
    replay_pages,
    table_pages,
)
from roundhouse.browser.documents import Change, Documents
from roundhouse.browser.local_app import Announcement, LocalApp
from roundhouse.browser.local_http import LocalRequest, Router

ROUTER = Router()
PAGES = (
    continuation_pages, table_pages, home_pages, replay_pages, learning_pages, board_pages
)  # fmt: skip
for _pages in PAGES:
    ROUTER.include(_pages.router)


class Host(Protocol):
    """The functions of `tab_worker.js`; texts are JSON."""

    def ask(self, request: str) -> Awaitable[str]: ...
    def ask_server(self, request: str) -> Awaitable[str]: ...
    def store(self, changes: str) -> Awaitable[None]: ...
    def load_language(self, language: str) -> Awaitable[None]: ...
    def announce(self, announcement: str) -> None: ...


class HostSurroundings:
    """The surroundings of the application, made of the functions of JavaScript."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return await self._call(self._host.ask, request)

    async def ask_server(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return await self._call(self._host.ask_server, request)

    async def _call(
        self, function: Callable[[str], Awaitable[str]], request: Mapping[str, Any]
    ) -> dict[str, Any]:
        try:
            reply: dict[str, Any] = json.loads(await function(json.dumps(request)))
        except Exception as error:  # what a promise is rejected with is not an Exception of ours
            raise OSError(str(error)) from None
        if "error" in reply:
            raise OSError(reply["error"])
        return reply

    async def store(self, changes: Sequence[Change]) -> None:
        try:
            await self._host.store(json.dumps(changes))
        except Exception as error:
            raise OSError(str(error)) from None

    async def load_language(self, language: str) -> None:
        try:
            await self._host.load_language(language)
        except Exception as error:
            raise OSError(str(error)) from None
        importlib.invalidate_caches()  # the archive has modules

    def announce(self, announcement: Announcement) -> None:
        self._host.announce(json.dumps(announcement))


class Tab:
    """The application, as JavaScript uses it."""

    def __init__(self, host: Host, documents: str, stamp: str, base: str) -> None:
        stored = Documents(json.loads(documents))
        self._app = LocalApp(HostSurroundings(host), stored, ROUTER, stamp=stamp, base=base)

    async def answer(self, request: str) -> str:
        """Answer a request of a page."""
        sent = json.loads(request)
        sent["fields"] = tuple((name, value) for name, value in sent["fields"])
        return json.dumps(asdict(await self._app.answer(LocalRequest(**sent))))

    def note(self, reply: str) -> None:
        """Take over the progress of an analysis."""
        self._app.analyses.note(json.loads(reply))
