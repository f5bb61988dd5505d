"""The program of a tab's worker: JavaScript calls these functions, in Pyodide.

`tab_worker.js` passes everything as JSON, so that no Python object stays alive in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from roundhouse.browser import board_pages, home_pages, learning_pages, replay_pages, table_pages
from roundhouse.browser.documents import Documents
from roundhouse.browser.local_app import Announcement, LocalApp
from roundhouse.browser.local_http import LocalRequest, Router

ROUTER = Router()
for _pages in (table_pages, home_pages, replay_pages, learning_pages, board_pages):
    ROUTER.include(_pages.router)


class Host(Protocol):
    """The functions of `tab_worker.js`; texts are JSON."""

    def ask(self, request: str) -> Awaitable[str]: ...
    def store(self, changes: str) -> Awaitable[None]: ...
    def announce(self, announcement: str) -> None: ...


class HostSurroundings:
    """The surroundings of the application, made of the functions of JavaScript."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            reply: dict[str, Any] = json.loads(await self._host.ask(json.dumps(request)))
        except Exception as error:  # what a promise is rejected with is not an Exception of ours
            raise OSError(str(error)) from None
        if "error" in reply:
            raise OSError(reply["error"])
        return reply

    async def store(self, changes: Sequence[tuple[str, str, str | None]]) -> None:
        await self._host.store(json.dumps(changes))

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
