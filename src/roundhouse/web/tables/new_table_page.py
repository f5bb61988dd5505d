"""The page that creates a table."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.tables.new_seats import chairs_of_new_table
from roundhouse.web.tables.new_table_context import (
    build_new_table_page,
    read_request,
    read_seat_words,
)

router = APIRouter(include_in_schema=False)


@router.get("/new")
def new_table(
    context: PageContext, game: str = "", seats: int = 0, board: str = ""
) -> HTMLResponse:
    """Show the form; `board` is the digest of a shared board."""
    meta = registry.meta(game or registry.games()[0].id)
    chosen = seats if seats in meta.seats else meta.usual_seats
    context.services.games.board_text(meta.id, board)
    return _form(context, meta, chosen, board=board)


def _form(
    context: RequestContext,
    meta: Meta,
    seats: int,
    status: int = 200,
    message: str = "",
    board: str = "",
) -> HTMLResponse:
    boards = context.services.games.boards_of(meta.id, context.id)
    page = build_new_table_page(meta, seats, boards, message, board)
    return context.page("new_table.html", page, status)


@router.post("/new")
async def create_table(context: FormContext, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=200)
    plain = {key: value for key, value in form.items() if isinstance(value, str)}
    upload = form.get("board_file")
    text = ""
    if not isinstance(upload, str) and upload is not None and upload.filename:
        text = (await upload.read()).decode("utf-8", "replace")
        plain["board_name"] = upload.filename
    return await run_in_threadpool(_create_table, context, plain, text)


def _create_table(context: RequestContext, form: Mapping[str, str], board_text: str) -> Response:
    meta = registry.meta(form.get("game", ""))
    try:
        meta.check_seats(int(form.get("seats", "0")))
        user = context.require_user(form.get("name", ""))
        context.limit("create")
        board = form.get("board", "")
        if board_text:
            context.limit_board()
            games, name = context.services.games, form["board_name"]
            board = games.keep_board(meta.id, name, board_text, user.id)
        chairs = chairs_of_new_table(context.services, read_seat_words(form), user)
        request = read_request(meta, form, user, board, chairs)
        result = context.services.tables.create(request)
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return _form(context, meta, meta.usual_seats, status, reason(error))
    return context.redirect(f"/t/{result}")
