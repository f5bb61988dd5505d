"""The home page: games, my tables, open tables, and starting a game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import Clash, NotFound
from roundhouse.table.presentation.endings import describe_ending
from roundhouse.table.presentation.thumbnail import thumbnail
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text
from roundhouse.web.learning.lessons import lessons_by_game
from roundhouse.web.tables.home_context import HomePage, ProgressLine
from roundhouse.web.tables.new_table_context import quick_request
from roundhouse.web.tables.table_rows import is_turn_of
from roundhouse.web.tournaments.rating_storage import streaks

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(context: PageContext) -> HTMLResponse:
    lists = context.services.storage.lists
    mine = lists.tables_of(context.id) if context.id else []
    turns = {row["id"] for row in mine if is_turn_of(row, context.id)}
    puzzles, results = context.services.puzzles, context.services.social.results
    daily = puzzles.daily(datetime.now(UTC).date())
    tried = puzzles.tries.tried(context.id, daily.game) if daily and context.id else {}
    return context.page(
        "home.html",
        HomePage(
            games=registry.games(),
            mine=mine,
            turns=turns,
            ends=_ends(context, mine),
            usual=bot_catalog.default_level(),
            styles=bot_catalog.styles(),
            open=[
                row
                for row in lists.open_tables()
                if context.id is None or not _sits(row, context.id)
            ],
            titles={meta.id: meta.title for meta in registry.games()},
            now=time.time(),
            lessons=lessons_by_game(),
            daily=daily,
            daily_done=daily is not None and daily.id in tried,
            progress=_progress(context),
            streak=streaks(results.ranks(context.id))[0] if context.id else 0,
            resume=next((row for row in mine if row["id"] in turns), None),
        ),
    )


def _progress(context: RequestContext) -> list[ProgressLine]:
    """Return the games in which the user has a rating."""
    if context.id is None:
        return []
    ratings = context.services.social.results.ratings_of_player(context.id)
    standings = context.services.puzzles.tries.standings(context.id)
    return [
        ProgressLine(
            meta.title,
            meta.id,
            ratings[meta.id].points if meta.id in ratings else None,
            standings.get(meta.id),
        )
        for meta in registry.games()
        if meta.id in ratings or meta.id in standings
    ]


def _ends(context: RequestContext, rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return a short description of the end of each finished game."""
    over = {row["id"]: row for row in rows if row["phase"] == "over"}
    counted = context.services.social.results.ends(list(over))
    return {
        table: describe_ending(over[table]["chairs"], ranks, context.id)
        for table, ranks in counted.items()
    }


def _sits(row: Mapping[str, Any], user: str) -> bool:
    return row["host"] == user or any(c["person"] == user for c in row["chairs"])


@router.get("/t/{table}/picture.svg")
def table_picture(context: PageContext, table: str, theme: str = "", viewer: str = "") -> Response:
    """Serve a thumbnail of a table; its URL changes with the table and the viewer.

    A browser may keep only the picture that its address names: the next user must not see it.
    """
    with context.services.tables.at(table) as result:
        now = result.views.at(find_viewpoint(result, context.id, None).seat)
        svg = thumbnail(now, theme)
    is_named = context.id is not None and viewer == context.id
    headers = {"cache-control": "private, max-age=86400" if is_named else "no-store"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.post("/t/{table}/hide")
def hide_table(context: FormContext, table: str) -> Response:
    """Hide a finished game from the user's own list."""
    user = context.require_user()
    context.limit("move")
    row = context.services.storage.tables.table_summary(table)
    if row is None:
        raise NotFound(_("This table does not exist."))
    if row["phase"] != "over":
        raise Clash(_("The game is still running. Leave it from the table page."))
    context.services.storage.lists.hide_table(user.id, table)
    return context.redirect("/")


@router.post("/play")
def play_now(context: FormContext, game: Text) -> Response:
    """Start a game against bots."""
    registry.meta(game)
    user = context.require_user()
    context.limit("create")
    result = context.services.tables.create(quick_request(game, user))
    return context.redirect(f"/t/{result}")
