"""Games that leave for a server, or come from one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import quote

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import LocalResponse, Router, download
from roundhouse.browser.local_player import USER
from roundhouse.browser.replay_pages import show_open_form
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.play.record import Record
from roundhouse.table.continuation import continue_game, full_record
from roundhouse.table.errors import Clash, NotFound

router = Router()

NO_SERVER = mark("This site does not belong to a server. Download the running game instead.")
BOARD_NAME = mark("Board of a continued game")


@dataclass(frozen=True)
class FromServerPage:
    """The question whether a game of the server goes on here."""

    table: str


@dataclass(frozen=True)
class OnServerPage:
    """Where a game goes on: its table here and on the server."""

    here: str
    there: str


@router.post("/t/{table}/export")
def export(context: LocalContext, table: str) -> LocalResponse:
    """Download everything of a running game."""
    record = full_record(context.app.tables.at(table), USER)
    return download(record.dumps(), f"{record.game}-{table}-running.game")


@router.post("/t/{table}/to-server")
async def to_server(context: LocalContext, table: str) -> LocalResponse:
    """Continue a game on the server."""
    result = context.app.tables.at(table)
    fields = {"text": full_record(result, USER).dumps()}
    if result.board:
        fields["board_file"] = context.app.games.board_text(result.game.meta.id, result.board)
    reply = await _ask_server(context, {"path": "/continue", "fields": fields})
    fresh = json.loads(reply["text"])["table"]
    return context.redirect(f"/on-server?here={table}&there={fresh}")


@router.get("/on-server")
def show_on_server(context: LocalContext) -> LocalResponse:
    """Show the address at which a game goes on."""
    names = (_table_name(context.text(name)) for name in ("here", "there"))
    return context.page("on_server.html", OnServerPage(*names))


@router.get("/from-server")
def ask_from_server(context: LocalContext) -> LocalResponse:
    """Show a button, because a link changes nothing."""
    return context.page("from_server.html", FromServerPage(_table_name(context.text("table"))))


@router.post("/from-server")
async def from_server(context: LocalContext) -> LocalResponse:
    """Continue a game of the server here."""
    table = _table_name(context.request.form.get("table", ""))
    reply = await _ask_server(context, {"path": f"/t/{table}/export", "fields": {}})
    await _fetch_board(context, Record.loads(reply["text"], _("the game of the server")))
    return _continue(context, reply["text"])


@router.post("/continue")
def continue_here(context: LocalContext) -> LocalResponse:
    """Continue a game from a file."""
    form = context.request.form
    text = form.get("file") or form.get("text", "")
    try:
        return _continue(context, text)
    except RoundhouseError as error:
        return show_open_form(context, error, text)


def _continue(context: LocalContext, text: str) -> LocalResponse:
    app = context.app
    return context.redirect(f"/t/{continue_game(app.tables, app.records.read(text), context.me)}")


async def _fetch_board(context: LocalContext, record: Record) -> None:
    """Get the board of a game from the server, unless it is here."""
    games = context.app.games
    is_own = record.board != registry.default_board(record.game).digest
    if is_own and context.app.documents.get("boards", record.board) is None:
        path = f"/g/{quote(record.game)}/board.toml?board={quote(record.board)}"
        reply = await _ask_server(context, {"path": path})
        games.keep_board(record.game, _(BOARD_NAME), reply["text"])


async def _ask_server(context: LocalContext, request: dict[str, object]) -> dict[str, str]:
    if not context.app.environment.globals["has_offline_site"]:
        raise Clash(_(NO_SERVER))
    try:
        return await context.app.surroundings.ask_server(request)
    except OSError as error:
        raise Clash(_("{error} Check your connection.", error=error)) from None


def _table_name(text: str) -> str:
    if not text.isalnum():
        raise NotFound(_("There is no such table."))
    return text
