"""The list of boards, and the page of a shared board."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.boards.board_page_context import build_boards_page, build_shared_board_page
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.http.threads import run_long_page

router = APIRouter(include_in_schema=False)


@router.get("/boards")
def boards(context: PageContext) -> HTMLResponse:
    games = context.services.games
    page = build_boards_page(lambda game: games.boards_of(game, context.id))
    return context.page("boards.html", page)


@router.get("/boards/{digest}")
async def board(context: PageContext, digest: str) -> HTMLResponse:
    """Show a shared board. Anyone with the link can play on it or edit a copy."""
    return await run_long_page(context.client_key, _board, context, digest)


def _board(context: RequestContext, digest: str) -> HTMLResponse:
    games = context.services.games
    row = games.sent_board(digest)
    own = games.boards_of(row["game"], context.id)
    page = build_shared_board_page(
        games.game(row["game"], {}, digest), row, own, str(context.request.url)
    )
    return context.page("shared_board.html", page)


@router.post("/boards/{digest}/forget")
def forget(context: FormContext, digest: str) -> Response:
    context.services.games.forget_board(digest, context.require_user().id)
    return context.redirect("/boards")
