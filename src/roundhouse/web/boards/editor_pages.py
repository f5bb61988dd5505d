"""The board editor: its page, validation, saving and downloading."""

from __future__ import annotations

import tomllib
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.drawings import inline
from roundhouse.web.boards.board_page_context import UNCHANGED, EditedBoard, build_editor_page
from roundhouse.web.boards.merge import plain
from roundhouse.web.boards.uploads import file_name
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.plain_routes import LimitedRoute
from roundhouse.web.http.request_context import (
    FormContext,
    PageContext,
    RequestContext,
    text_download,
)
from roundhouse.web.http.threads import run_long_page

router = APIRouter(include_in_schema=False, route_class=LimitedRoute)


@router.get("/boards/edit/{game}")
async def editor(context: PageContext, game: str, board: str = "") -> HTMLResponse:
    """Show the editor; `board` is a digest, or empty for the standard board."""
    return await run_long_page(context.client_key, _editor, context, game, board)


def _editor(context: RequestContext, game: str, board: str) -> HTMLResponse:
    meta = registry.meta(game)
    text = context.services.games.board_text(game, board)
    name = _("{game}, my board", game=meta.title)
    for own in context.services.games.boards_of(game, context.id):
        if own["digest"] == board:
            name = own["name"]
    return _page(context, EditedBoard(game, text, name, board, plain(tomllib.loads(text))))


def _page(
    context: RequestContext,
    board: EditedBoard,
    *,
    message: str = "",
    good: bool = False,
    status: int = 200,
) -> HTMLResponse:
    page = build_editor_page(board, message, good=good)
    return context.page("board_editor.html", page, status)


class EditRequest(BaseModel):
    """A board file and the edited data, if any, to write into it."""

    game: str
    text: str
    data: dict[str, Any] | None = None


@router.post("/boards/check")
def check(context: FormContext, form: EditRequest) -> JSONResponse:
    """Return text, data, problems and drawing of an edited board; save nothing."""
    context.limit("check")
    result = context.services.games.edited_board(form.game, form.text, form.data, context.id or "")
    if "drawings" in result:
        result["drawings"] = [inline(drawing) for drawing in result["drawings"]]
    return JSONResponse(result)


@router.post("/boards/save")
async def save(context: FormContext, request: Request) -> Response:
    """Handle the editor's form; `do` is check, save, play or download."""
    form = await request.form(max_files=2, max_fields=20)
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    return await run_in_threadpool(_save, context, fields)


def _save(context: RequestContext, form: dict[str, str]) -> Response:
    game = registry.meta(form.get("game", "")).id
    text = form.get("text", "").replace("\r\n", "\n")
    name, was = file_name(form.get("name", "")), form.get("was", "")
    board = EditedBoard(game, text, name, was)
    do = form.get("do", "check")
    if do == "download":
        return text_download(text, f"{game}.toml")
    try:
        if do == "check":
            return _checked(context, board)
        context.limit_board()
        user = context.require_user()
        digest = context.services.games.save_board(game, name, text, user.id, was)
        if not digest and do == "save":
            raise Clash(_(UNCHANGED))
    except RoundhouseError as error:
        if _wants_data(context):
            raise
        return _page(context, board, message=reason(error), status=status_of(error))
    to = f"/new?game={game}" + (f"&board={digest}" if digest else "")
    if do != "play":
        to = f"/boards/{digest}"
    if _wants_data(context):
        answer = JSONResponse({"digest": digest, "to": to})
        context.set_session_cookie(answer)
        return answer
    return context.redirect(to)


def _wants_data(context: RequestContext) -> bool:
    return "text/html" not in context.request.headers.get("accept", "")


def _checked(context: RequestContext, board: EditedBoard) -> Response:
    """Show the page with the problems of the board, for browsers without scripts."""
    context.limit("check")
    edited = context.services.games.edited_board(board.game, board.text, None, context.id or "")
    result = edited["complaints"]
    if not result:
        return _page(context, board, message=_("This board is valid."), good=True)
    lines = [_("{place}: {reason}", place=c["entry"], reason=c["reason"]) for c in result]
    return _page(context, board, message="\n".join(lines), status=422)
