"""The replay of a match or an uploaded record, and continuing from any ply."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.table.commands.arguments import ForkArguments
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.web.http.request_context import (
    FormContext,
    Number,
    PageContext,
    RequestContext,
    Text,
    checked_arguments,
    text_download,
)
from roundhouse.web.http.threads import run_long_page
from roundhouse.web.tables.commands import fork_replay, start_analysis
from roundhouse.web.tables.replay_context import replay_context

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
    context.use_language()
    replay = context.services.records.replay(record, seat)
    return _page(context, replay, 0 if ply is None else ply, sheet)


@router.get("/r/{record}/record")
def download(context: PageContext, record: str) -> Response:
    row = context.services.records.row(record)
    return text_download(row["text"], f"{row['game']}-{record}.game")


def _page(context: RequestContext, replay: Replay, ply: int | None, sheet: str) -> HTMLResponse:
    template = "_replay.html" if "x-fragment" in context.request.headers else "replay.html"
    analysis = context.services.analyses.status(replay.source)
    return context.page(template, replay_context(replay, ply, sheet, analysis))


# Changing


@router.post("/r/{record}/do/fork")
def fork_record(
    context: FormContext, record: str, ply: Number, seat: Number, level: Text = ""
) -> Response:
    context.limit("create")
    value = checked_arguments(ForkArguments, {"ply": ply, "seat": seat, "level": level})
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
