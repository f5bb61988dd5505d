"""A user of the pages in a tab, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.browser.documents import Change, Documents
from roundhouse.browser.local_app import Announcement, LocalApp
from roundhouse.browser.local_http import LocalRequest, LocalResponse
from roundhouse.browser.tab import ROUTER
from roundhouse.browser.thinking import Thinker
from roundhouse.web.bots.delay_timer import DelayTimer

Stored = dict[str, dict[str, str]]
FRAGMENT = {"x-fragment": "1", "accept": "text/html"}


class Surroundings:
    """What the browser does, in this process: the thinker answers at once."""

    def __init__(self, stored: Stored) -> None:
        self.stored, self.announcements = stored, list[Announcement]()
        self.requests: list[dict[str, Any]] = []
        self.progress: list[dict[str, Any]] = []
        self.thinker = Thinker(lambda reply: self.progress.append(json.loads(reply)))
        self.is_broken = False
        self.is_full = False
        self.languages: list[str] = []
        self.server_requests: list[dict[str, Any]] = []
        self.server_pages: dict[str, str] = {}

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self.requests.append(dict(request))
        if self.is_broken:
            raise OSError("the worker failed")
        reply: dict[str, Any] = json.loads(self.thinker.answer(json.dumps(request)))
        assert "error" not in reply, reply
        return reply

    async def ask_server(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self.server_requests.append(dict(request))
        path = request["path"].partition("?")[0]
        if path not in self.server_pages:
            raise OSError("There is no server here.")
        return {"text": self.server_pages[path]}

    async def store(self, changes: Sequence[Change]) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")
        for kind, key, text in changes:
            if text is None:
                del self.stored[kind][key]
            else:
                self.stored.setdefault(kind, {})[key] = text

    async def load_language(self, language: str) -> None:
        self.languages.append(language)
        if self.is_broken:
            raise OSError("languages/de.zip could not be loaded")

    def announce(self, announcement: Announcement) -> None:
        self.announcements.append(announcement)


class LocalUser:
    """The user; `stored` is what the browser has kept from an earlier visit."""

    def __init__(self, stored: Stored | None = None, base: str = "/") -> None:
        self.stored: Stored = {} if stored is None else stored
        self.surroundings = Surroundings(self.stored)
        self.app = LocalApp(
            self.surroundings, Documents(self.stored), ROUTER, base=base, delays=DelayTimer(0.0)
        )

    async def get(self, address: str, **headers: str) -> LocalResponse:
        path, _, query = address.partition("?")
        return await self.app.answer(LocalRequest("GET", path, query, headers))

    async def post(
        self, path: str, fields: Sequence[tuple[str, str]] = (), *, is_script: bool = False
    ) -> LocalResponse:
        headers = FRAGMENT if is_script else {"accept": "text/html"}
        return await self.app.answer(LocalRequest("POST", path, "", headers, tuple(fields)))

    async def follow(self, response: LocalResponse) -> LocalResponse:
        assert response.status == 303, response.body
        return await self.get(response.headers["location"])

    async def start_table(self, game: str, **form: str) -> str:
        """Create a table and return its path."""
        response = await self.post("/new", [("game", game), *form.items()])
        assert response.status == 303, response.body
        return response.headers["location"]

    async def wait_for_turn(self, table: str) -> str:
        """Wait until the user decides or the game is over, and return the page."""
        for _ in range(2000):
            page = (await self.get(f"{table}/now", **FRAGMENT)).body
            if 'data-turn="1"' in page or 'data-phase="over"' in page:
                return page
            await asyncio.sleep(0.001)
        raise AssertionError("the bots do not move")

    async def choose_first(self, table: str, page: str) -> LocalResponse:
        """Play the first offered move."""
        form = re.search(r"<form[^>]*data-choices>.*?</form>", page, re.S)
        assert form, page
        hidden = re.findall(r'type="hidden" name="(ply|seat)" value="(\d+)"', form[0])
        move = re.search(r'name="move" value="([^"]*)"|<option\s+value="([^"]*)"', form[0])
        assert move, form[0]
        words = move[1] or move[2]
        return await self.post(f"{table}/do/move", [*hidden, ("move", words)], is_script=True)
