"""Games that leave for a device without a connection, or come from one."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.record import Record
from roundhouse.table.continuation import continue_game, full_record
from roundhouse.web.boards.uploads import check_record_text
from roundhouse.web.http.request_context import FormContext, RequestContext, text_download
from roundhouse.web.tables import fair_play
from roundhouse.web.tables.upload_page import read_game_file, show_upload_form
from roundhouse.web.tables.uploaded_records import RECORD_LABEL

router = APIRouter(include_in_schema=False)

CONTINUED = "the game was continued elsewhere"
BOARD_NAME = mark("Board of a continued game")


@router.post("/t/{table}/export")
def export(context: FormContext, table: str) -> Response:
    """Download everything of a running game against bots; it is then no longer rated."""
    with context.services.tables.at(table) as result:
        record = full_record(result, context.require_user().id)
        context.services.social.results.mark_unrated(table, CONTINUED)
    return text_download(record.dumps(), f"{record.game}-{table}-running.game")


@router.post("/continue")
async def continue_here(context: FormContext, request: Request) -> Response:
    """Continue a game from an uploaded file.

    `board_file` is the text of its own board. The site under `/offline/` asks for JSON.
    """
    form = await request.form(max_files=2, max_fields=10)
    value = form.get("board_file")
    board = value if isinstance(value, str) else ""
    return await run_in_threadpool(_continue, context, await read_game_file(form), board)


def _continue(context: RequestContext, text: str, board: str) -> Response:
    wants_page = "text/html" in context.request.headers.get("accept", "")
    try:
        table = _create_table(context, text, board)
    except RoundhouseError as error:
        if not wants_page:
            raise
        return show_upload_form(context, error, text)
    if wants_page:
        return context.redirect(f"/t/{table}")
    answer = JSONResponse({"table": table})
    context.set_session_cookie(answer)
    return answer


def _create_table(context: RequestContext, text: str, board: str) -> str:
    services = context.services
    if board:
        context.limit_board()
    else:
        context.limit_upload()
    user = context.require_user()
    context.limit("create")
    check_record_text(text, _(RECORD_LABEL))
    if board:
        game = Record.loads(text, _(RECORD_LABEL)).game
        services.games.keep_board(game, _(BOARD_NAME), board, user.id)
    unfinished = services.records.read(text, user.id)
    match = unfinished.match
    fair_play.check_not_in_progress(
        services.tables, services.storage.lists, user.id, match, match.ply
    )
    return continue_game(services.tables, unfinished, user)
