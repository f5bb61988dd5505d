"""The application of one tab: what all pages share, and answering a request."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from roundhouse.browser.documents import Change, Documents
from roundhouse.browser.local_analyses import LocalAnalyses
from roundhouse.browser.local_bots import LocalBots
from roundhouse.browser.local_games import LocalGames
from roundhouse.browser.local_http import (
    LocalRequest,
    LocalResponse,
    Router,
    read_number,
    read_text,
    redirect,
)
from roundhouse.browser.local_player import LocalPlayer, LocalPlayers
from roundhouse.browser.local_puzzles import LocalTries
from roundhouse.browser.local_records import LocalRecords
from roundhouse.browser.local_tables import LocalTables
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import ENGLISH, find_language, mark, set_language
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Clash
from roundhouse.table.events import EventBus, TableEvent
from roundhouse.table.presentation.template_messages import MessageEnvironment
from roundhouse.table.table import Table
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.page_templates import page_environment
from roundhouse.web.learning.puzzles import Puzzles

log = logging.getLogger("roundhouse.browser")

Announcement = dict[str, Any]
NOT_STORED = mark(
    "This browser did not store your game, so it is lost when you close this tab. Free some "
    "storage, or download the running game from the menu of the table."
)
INSTALLED_BASE = "/offline/"  # of a site that a server offers
TEMPLATES = Path(__file__).parent / "templates"
COMPILED_TEMPLATES = Path(__file__).parent / "compiled_templates"  # only in the site's archive


class Surroundings(Protocol):
    """What the browser does for the application."""

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer of the worker that thinks; raise OSError if it fails."""

    async def store(self, changes: Sequence[Change]) -> None:
        """Store changed documents; raise OSError if that fails."""

    async def ask_server(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request to the server of this site; raise OSError if it fails.

        The request has a path and, for a form, its fields; the reply has the `text`.
        """

    async def load_language(self, language: str) -> None:
        """Load the texts of a language but English; raise OSError if that fails."""

    def announce(self, announcement: Announcement) -> None:
        """Tell all pages about a changed table."""


@dataclass(frozen=True)
class LocalErrorPage:
    """An error."""

    message: str
    code: int


class LocalApp:
    """The tables, games and settings of a tab."""

    def __init__(
        self,
        surroundings: Surroundings,
        documents: Documents,
        router: Router,
        *,
        stamp: str = "",
        base: str = "/",
        delays: DelayTimer | None = None,
    ) -> None:
        self.surroundings, self.documents = surroundings, documents
        self.router, self.base = router, base
        self.players = LocalPlayers(documents)
        self.games = LocalGames(documents)
        events = EventBus()
        self.tables = LocalTables(documents, self.games, self.players, events)
        self.records = LocalRecords(documents, self.games)
        self.puzzles = Puzzles(LocalTries(documents))
        self.bots = LocalBots(self.tables, surroundings.ask, self.finish, delays or DelayTimer())
        self.analyses = LocalAnalyses(documents, surroundings.ask, self.finish)
        self.environment = local_environment(stamp)
        # In a tab, the server and its installed site have the same host.
        self.environment.globals["has_offline_site"] = base == INSTALLED_BASE
        self._announcements: list[Announcement] = []
        self._languages = {ENGLISH}  # whose texts are loaded
        events.subscribe(self, self.bots)

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        change = {"table": table.id, "revision": table.revision, "ply": table.match.ply}
        self._announcements.append(change)

    async def finish(self) -> None:
        """Store what has changed, and then announce it; raise Clash if it was not stored.

        The game goes on in memory then, and the next call tries again.
        """
        changes = self.documents.take_changes()
        announcements, self._announcements = self._announcements, []
        try:
            if changes:
                await self.surroundings.store(changes)
        except OSError as error:
            log.error("nothing was stored: %s", error)
            self.documents.return_changes(changes)
            raise Clash(_(NOT_STORED)) from None
        finally:
            for announcement in announcements:
                self.surroundings.announce(announcement)

    async def answer(self, request: LocalRequest) -> LocalResponse:
        """Answer a request; what it has changed is stored when this returns."""
        preferences = request.headers.get("accept-language", "")
        set_language(await self._load(self.players.language or find_language(preferences)))
        context = LocalContext(self, request)
        try:
            handler, parts = self.router.find(request.method, request.path)
            result = handler(context, **parts)
            response = await result if inspect.isawaitable(result) else result
        except RoundhouseError as error:
            response = context.show_error(error)
        try:
            await self.finish()
        except Clash as error:
            if request.method == "POST":  # pages are shown all the same
                response = context.show_error(error)
        return response.below(self.base)

    async def _load(self, language: str) -> str:
        """Load the texts of a language; return English instead if they cannot be fetched."""
        if language not in self._languages:
            try:
                await self.surroundings.load_language(language)
            except OSError as error:
                log.warning("the texts of the language %s were not loaded: %s", language, error)
                return ENGLISH
            self._languages.add(language)
        return language


def local_environment(stamp: str) -> MessageEnvironment:
    """Return the environment of a tab's pages."""
    result = page_environment(stamp, [TEMPLATES], is_local=True)
    if COMPILED_TEMPLATES.exists():
        result.compiled = COMPILED_TEMPLATES
    return result


@dataclass(frozen=True)
class LocalContext:
    """One request of the user."""

    app: LocalApp
    request: LocalRequest

    @property
    def me(self) -> LocalPlayer:
        return self.app.players.me

    def number(self, name: str) -> int | None:
        return read_number(self.request.arguments, name)

    def text(self, name: str) -> str:
        return read_text(self.request.arguments, name)

    def page(self, template: str, page: object = None, status: int = 200) -> LocalResponse:
        """Render a template; it gets the fields of the dataclass `page` by their names."""
        html = self.app.environment.get_template(template).render(
            {} if page is None else vars(page),
            me=self.me,
            csrf="",
            theme=self.app.players.theme,
            in_words=self.app.players.in_words,
            path=self.request.path,
        )
        return LocalResponse(html, status)

    def json(self, value: Any, status: int = 200) -> LocalResponse:
        return LocalResponse(json.dumps(value), status, "application/json")

    def redirect(self, to: str) -> LocalResponse:
        return redirect(to)

    def show_error(self, error: RoundhouseError) -> LocalResponse:
        status = status_of(error)
        if "text/html" not in self.request.headers.get("accept", "text/html"):
            return self.json({"detail": reason(error)}, status)
        return self.page("error.html", LocalErrorPage(reason(error), status), status)
