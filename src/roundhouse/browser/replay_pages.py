"""Replays and reviews of tables and of opened records."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import LocalResponse, Router, download
from roundhouse.browser.local_player import USER
from roundhouse.core.errors import RoundhouseError
from roundhouse.table import replays
from roundhouse.table.commands.arguments import ForkArguments, parse_arguments
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.learning.review_page_context import ReviewRequest, build_review_page
from roundhouse.web.tables.replay_context import replay_context

router = Router()

MAX_SHOWN_CHARS = 20_000  # of a refused record


@router.get("/t/{table}/replay")
def replay_table(context: LocalContext, table: str) -> LocalResponse:
    result = context.app.tables.at(table)
    replay = replay_of_table(result, result.views, USER, context.number("seat"))
    return _show(context, replay, context.number("ply"))


@router.get("/r/{record}")
def replay_record(context: LocalContext, record: str) -> LocalResponse:
    replay = context.app.records.replay(record, context.number("seat"))
    return _show(context, replay, context.number("ply") or 0)


def _show(context: LocalContext, replay: Replay, ply: int | None) -> LocalResponse:
    template = "_replay.html" if context.request.wants_fragment else "replay.html"
    analysis = context.app.analyses.status(replay.source)
    return context.page(template, replay_context(replay, ply, context.text("sheet"), analysis))


@router.get("/r/{record}/record")
def download_record(context: LocalContext, record: str) -> LocalResponse:
    row = context.app.records.row(record)
    return download(row["text"], f"{row['game']}-{record}.game")


@router.post("/r/{record}/do/fork")
def fork_record(context: LocalContext, record: str) -> LocalResponse:
    value = parse_arguments(ForkArguments, context.request.form)
    replay, tables = context.app.records.replay(record, None), context.app.tables
    fresh = replays.fork(tables, replay, context.me, value.ply, value.seat, value.level)
    return context.redirect(f"/t/{fresh}")


@router.post("/r/{record}/do/chances")
def chances_of_record(context: LocalContext, record: str) -> LocalResponse:
    replay = context.app.records.replay(record, None)
    game = replay.match.game.meta.id
    board = context.app.games.board_text(game, replay.board) if replay.board else ""
    context.app.analyses.start(replay, board, list(range(len(replay.names))))
    to_review = context.request.form.get("back") == "review"
    return context.redirect(f"{replay.page}/review" if to_review else replay.page)


# Reviews


@router.get("/t/{table}/review")
def review_table(context: LocalContext, table: str) -> LocalResponse:
    """Show the review, or redirect to the table while the game is running."""
    result = context.app.tables.at(table)
    if not result.match.over:
        return context.redirect(f"/t/{table}")
    mine, chosen = find_viewpoint(result, USER, None).mine, context.number("seat")
    seat = chosen if chosen is not None else mine[0] if mine else 0
    return _review(context, replay_of_table(result, result.views, USER, None), seat)


@router.get("/r/{record}/review")
def review_record(context: LocalContext, record: str) -> LocalResponse:
    replay = context.app.records.replay(record, None)
    if not replay.match.over:
        return context.redirect(replay.page)
    return _review(context, replay, context.number("seat") or 0)


def _review(context: LocalContext, replay: Replay, seat: int) -> LocalResponse:
    step = context.number("step")
    request = ReviewRequest(
        context.number("n") or 0,
        context.text("way") or "better",
        1 if step is None else step,
        context.text("sheet"),
    )
    status = context.app.analyses.status(replay.source)
    return context.page("review.html", build_review_page(replay, seat, status, request))


# Opening a record


@dataclass(frozen=True)
class OpenRecordPage:
    """The form that opens a record."""

    message: str = ""
    text: str = ""


@router.get("/upload")
def open_form(context: LocalContext) -> LocalResponse:
    return context.page("open_record.html", OpenRecordPage())


@router.post("/upload")
def open_record(context: LocalContext) -> LocalResponse:
    form = context.request.form
    text = form.get("file") or form.get("text", "")
    try:
        name = context.app.records.save(text)
    except RoundhouseError as error:
        return show_open_form(context, error, text)
    return context.redirect(f"/r/{name}")


def show_open_form(context: LocalContext, error: RoundhouseError, text: str) -> LocalResponse:
    """Show the form again, with the reason why a file was refused."""
    page = OpenRecordPage(reason(error), text[:MAX_SHOWN_CHARS])
    return context.page("open_record.html", page, status_of(error))
