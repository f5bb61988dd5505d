"""The home page, new tables, and the data on this device."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import SVG, LocalResponse, Router, download
from roundhouse.browser.local_player import THEMES, USER
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.chairs import chair_for
from roundhouse.table.clock import NO_CLOCK
from roundhouse.table.presentation.endings import describe_ending
from roundhouse.table.presentation.thumbnail import with_theme
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.learning.lessons import lessons_by_game
from roundhouse.web.tables.home_context import HomePage, ProgressLine
from roundhouse.web.tables.new_table_context import (
    build_new_table_page,
    quick_request,
    read_request,
    read_seat_words,
)
from roundhouse.web.tables.table_rows import is_turn_of

router = Router()

SERVER_PRESETS = ("friends", "friend")  # they need players at other devices
EXPORT = "roundhouse-games.json"
LICENSES = Path(__file__).parent / "licenses.json"  # of the site, written by its builder


@router.get("/")
def home(context: LocalContext) -> LocalResponse:
    app, games = context.app, registry.games()
    mine = app.tables.local.rows()
    turns = {row["id"] for row in mine if is_turn_of(row, USER)}
    daily = app.puzzles.daily(datetime.now(UTC).date())
    standings = app.puzzles.tries.standings(USER)
    return context.page(
        "home.html",
        HomePage(
            games=games,
            mine=mine,
            turns=turns,
            ends={row["id"]: _describe_end(row) for row in mine if row["phase"] == "over"},
            usual=bot_catalog.default_level(),
            styles=bot_catalog.styles(),
            open=[],
            titles={meta.id: meta.title for meta in games},
            now=time.time(),
            lessons=lessons_by_game(),
            daily=daily,
            daily_done=daily is not None and daily.id in app.puzzles.tries.tried(USER, daily.game),
            progress=[
                ProgressLine(meta.title, meta.id, None, standings[meta.id])
                for meta in games
                if meta.id in standings
            ],
            streak=0,
            resume=next((row for row in mine if row["id"] in turns), None),
        ),
    )


def _describe_end(row: Mapping[str, Any]) -> str:
    ranks = row["ranks"]
    return describe_ending(row["chairs"], dict(enumerate(ranks)), USER) if ranks else "over"


@router.post("/play")
def play_now(context: LocalContext) -> LocalResponse:
    """Start a game against bots."""
    game = context.request.form.get("game", "")
    return context.redirect(f"/t/{context.app.tables.create(quick_request(game, context.me))}")


@router.get("/new")
def new_table(context: LocalContext) -> LocalResponse:
    """Show the form of a new table."""
    meta = registry.meta(context.text("game") or registry.games()[0].id)
    seats, board = context.number("seats"), context.text("board")
    context.app.games.board_text(meta.id, board)
    return _show_form(context, meta.id, seats or 0, board=board)


def _show_form(
    context: LocalContext,
    game: str,
    seats: int,
    status: int = 200,
    message: str = "",
    board: str = "",
) -> LocalResponse:
    meta = registry.meta(game)
    seats = seats if seats in meta.seats else meta.usual_seats
    boards = context.app.games.boards_of(game)
    page = build_new_table_page(meta, seats, boards, message, board)
    page.presets = [preset for preset in page.presets if preset.key not in SERVER_PRESETS]
    page.time_controls = [NO_CLOCK]
    return context.page("new_table.html", page, status)


@router.post("/new")
def create_table(context: LocalContext) -> LocalResponse:
    form = context.request.form
    game = registry.meta(form.get("game", "")).id
    try:
        board = form.get("board", "")
        if form.get("board_file"):
            board = context.app.games.keep_board(game, _("My board"), form["board_file"])
        chairs = [chair_for(n, word, context.me) for n, word in enumerate(read_seat_words(form))]
        request = read_request(registry.meta(game), form, context.me, board, chairs)
        return context.redirect(f"/t/{context.app.tables.create(request)}")
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return _show_form(context, game, 0, status, reason(error))


@router.post("/theme")
def set_theme(context: LocalContext) -> LocalResponse:
    chosen = dict(context.request.fields).get("theme", "")
    context.app.players.set("theme", chosen if chosen in THEMES else "")
    back = context.request.form.get("back", "/")
    return context.redirect(back if back.startswith("/") else "/")


@router.post("/language")
def choose_language(context: LocalContext) -> LocalResponse:
    context.app.players.set("language", context.request.form.get("language", ""))
    back = context.request.form.get("back", "/")
    return context.redirect(back if back.startswith("/") else "/")


@router.post("/display")
def set_display(context: LocalContext) -> LocalResponse:
    """Choose whether tables are shown in words."""
    fields = dict(context.request.fields)
    context.app.players.set("display", "words" if fields.get("display") == "words" else "")
    back = fields.get("back", "/")
    return context.redirect(back if back.startswith("/") else "/")


@router.get("/g/{game}/picture.svg")
def game_picture(context: LocalContext, game: str) -> LocalResponse:
    svg = with_theme(context.app.games.picture(registry.meta(game).id), context.text("theme"))
    return LocalResponse(svg, 200, SVG)


# Data


@dataclass(frozen=True)
class DevicePage:
    """What is stored on this device."""

    tables: int
    boards: int
    records: int
    message: str = ""


@router.get("/me")
def device(context: LocalContext) -> LocalResponse:
    return _show_device(context)


def _show_device(context: LocalContext, message: str = "", status: int = 200) -> LocalResponse:
    documents = context.app.documents
    tables, boards, records = (documents.count(kind) for kind in ("tables", "boards", "records"))
    return context.page("device.html", DevicePage(tables, boards, records, message), status)


@router.post("/me/name")
def rename(context: LocalContext) -> LocalResponse:
    context.app.players.rename(context.request.form.get("name", ""))
    return context.redirect("/me")


@router.get("/me/export")
def export(context: LocalContext) -> LocalResponse:
    """Download everything that is stored on this device."""
    return download(json.dumps(context.app.documents.export(), ensure_ascii=False), EXPORT)


@router.post("/me/import")
def import_data(context: LocalContext) -> LocalResponse:
    """Add the documents of an export."""
    try:
        count = context.app.documents.add_all(json.loads(context.request.form.get("file", "")))
    except (ValueError, TypeError, AttributeError, KeyError):
        return _show_device(context, _("This is not a file that was exported here."), 422)
    return _show_device(context, _("Imported: {count}.", count=count))


@router.post("/me/delete")
def delete(context: LocalContext) -> LocalResponse:
    """Delete everything that is stored on this device."""
    context.app.documents.delete_all()
    context.app.tables.local.forget()
    return context.redirect("/")


@dataclass(frozen=True)
class NoPage:
    """A page without a context of its own."""


@router.get("/about")
def about(context: LocalContext) -> LocalResponse:
    return context.page("about_site.html", NoPage())


@dataclass(frozen=True)
class LicensesPage:
    """The name and the license text of everything in the site."""

    licenses: list[tuple[str, str]]


@router.get("/licenses")
def licenses(context: LocalContext) -> LocalResponse:
    texts = json.loads(LICENSES.read_text(encoding="utf-8")) if LICENSES.exists() else []
    return context.page("licenses.html", LicensesPage(texts))
