"""The replay of a match or an uploaded record, and continuing from any ply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from roundhouse.bots.levels import Level
from roundhouse.core.meta import Meta
from roundhouse.table.presentation.chances import ChancesContext, chances_part
from roundhouse.table.presentation.log import LogLine, log_lines
from roundhouse.table.presentation.page_context import PositionContext, build_page_context
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.web.bots import opponents
from roundhouse.web.http import forms
from roundhouse.web.http.forms import Number, Text
from roundhouse.web.http.request_context import (
    FormContext,
    PageContext,
    RequestContext,
    text_download,
)
from roundhouse.web.http.threads import run_long_page
from roundhouse.web.tables.commands import ForkArguments, fork_replay, start_analysis

router = APIRouter(include_in_schema=False)


# Reading


@router.get("/t/{table}/replay")
async def replay_table(
    context: PageContext,
    table: str,
    ply: int | None = None,
    seat: int | None = None,
    sheet: str = "",
) -> HTMLResponse:
    return await run_long_page(context.client_key, _table_page, context, table, ply, seat, sheet)


def _table_page(
    context: RequestContext, table: str, ply: int | None, seat: int | None, sheet: str
) -> HTMLResponse:
    with context.services.tables.at(table) as result:
        return _page(context, replay_of_table(result, result.views, context.id, seat), ply, sheet)


@router.get("/r/{record}")
async def replay_record(
    context: PageContext,
    record: str,
    ply: int | None = None,
    seat: int | None = None,
    sheet: str = "",
) -> HTMLResponse:
    return await run_long_page(context.client_key, _record_page, context, record, ply, seat, sheet)


def _record_page(
    context: RequestContext, record: str, ply: int | None, seat: int | None, sheet: str
) -> HTMLResponse:
    replay = context.services.records.replay(record, seat)
    return _page(context, replay, 0 if ply is None else ply, sheet)


@router.get("/r/{record}/record")
def download(context: PageContext, record: str) -> Response:
    row = context.services.records.row(record)
    return text_download(row["text"], f"{row['game']}-{record}.game")


def _page(context: RequestContext, replay: Replay, ply: int | None, sheet: str) -> HTMLResponse:
    template = "_replay.html" if "x-fragment" in context.request.headers else "replay.html"
    status = context.services.analyses.status(replay.source)
    chances = chances_part(status, replay.views, replay.names, replay.page)
    return context.page(template, replay_context(replay, ply, sheet, chances))


@dataclass(kw_only=True)
class ReplayPage(PositionContext):
    """A ply of a replay."""

    replay: Replay
    game: Meta
    rules: int
    names: Sequence[str]
    ply: int
    last: int
    sentence: Markup | None
    log: list[LogLine]
    unit: str
    levels: list[Level]
    usual: str
    seat_query: str
    sheet_link: str
    chances: ChancesContext | None


def replay_context(
    replay: Replay, ply: int | None, sheet: str = "", chances: ChancesContext | None = None
) -> ReplayPage:
    """Return the context of a ply."""
    last = replay.match.ply
    at = last if ply is None else max(0, min(ply, last))
    now = replay.views.at(replay.seat, at)
    before = replay.views.at(replay.seat, at - 1) if at else None
    log = log_lines(replay.views.log(replay.seat), replay.names)
    seat_query = "" if replay.seat is None else f"&seat={replay.seat}"
    position = build_page_context(
        now, before, replay.names, sheet, lambda: replay.views.at(replay.seat, 0)
    )
    return ReplayPage(
        **vars(position),
        replay=replay,
        game=replay.meta,
        rules=replay.match.game.rules,
        names=replay.names,
        ply=at,
        last=last,
        sentence=next((line.text for line in log if line.ply == at), None),
        log=log,
        unit=replay.meta.unit,
        levels=opponents.all_bots(),
        usual=opponents.default_level(),
        seat_query=seat_query,
        sheet_link=f"?ply={at}{seat_query}&sheet=",
        chances=chances,
    )


# Changing


@router.post("/r/{record}/do/fork")
def fork_record(
    context: FormContext, record: str, ply: Number, seat: Number, level: Text = ""
) -> Response:
    context.limit("create")
    value = forms.arguments(ForkArguments, {"ply": ply, "seat": seat, "level": level})
    replay = context.services.records.replay(record, None)
    return context.redirect(
        f"/t/{fork_replay(context.services, replay, context.require_user(), value)}"
    )


@router.post("/r/{record}/do/chances")
def chances_of_record(context: FormContext, record: str, back: Text = "") -> Response:
    context.limit("hint")
    replay = context.services.records.replay(record, None)
    start_analysis(context.services, replay, context.id or "", range(len(replay.names)))
    return context.redirect(f"{replay.page}/review" if back == "review" else replay.page)
