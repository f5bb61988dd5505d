"""The user's boards and the board editor."""

from __future__ import annotations

import tomllib

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import LocalResponse, Router, download
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.drawings import inline
from roundhouse.web.boards.board_page_context import (
    UNCHANGED,
    EditedBoard,
    build_boards_page,
    build_editor_page,
    build_shared_board_page,
)
from roundhouse.web.boards.merge import plain
from roundhouse.web.boards.uploads import file_name
from roundhouse.web.http.errors import reason, status_of

router = Router()


@router.get("/boards")
def boards(context: LocalContext) -> LocalResponse:
    return context.page("boards.html", build_boards_page(context.app.games.boards_of))


@router.get("/boards/edit/{game}")
def editor(context: LocalContext, game: str) -> LocalResponse:
    """Show the editor; `board` is a digest, or empty for the standard board."""
    meta, digest, games = registry.meta(game), context.text("board"), context.app.games
    text = games.board_text(meta.id, digest)
    name = games.find_board(digest)["name"] if digest else _("{game}, my board", game=meta.title)
    edited = EditedBoard(meta.id, text, name, digest, plain(tomllib.loads(text)))
    return context.page("board_editor.html", build_editor_page(edited))


@router.post("/boards/check")
def check(context: LocalContext) -> LocalResponse:
    """Return text, data, problems and drawing of an edited board; save nothing."""
    sent = context.request.json
    result = context.app.games.edited_board(sent["game"], sent["text"], sent.get("data"))
    if "drawings" in result:
        result["drawings"] = [inline(drawing) for drawing in result["drawings"]]
    return context.json(result)


@router.post("/boards/save")
def save(context: LocalContext) -> LocalResponse:
    """Handle the editor's form; `do` is save, play or download."""
    form = context.request.form
    game, text = registry.meta(form.get("game", "")).id, form.get("text", "")
    name, was = file_name(form.get("name", "")), form.get("was", "")
    text = text.replace("\r\n", "\n")
    if form.get("do") == "download":
        return download(text, f"{game}.toml")
    try:
        digest = context.app.games.keep_board(game, name, text, was)
        if not digest and form.get("do") != "play":
            raise Clash(_(UNCHANGED))
    except RoundhouseError as error:
        return context.json({"detail": reason(error)}, status_of(error))
    to = f"/new?game={game}" + (f"&board={digest}" if digest else "")
    if form.get("do") != "play":
        to = f"/boards/{digest}"
    return context.json({"digest": digest, "to": context.app.base + to[1:]})


@router.get("/boards/{digest}")
def board(context: LocalContext, digest: str) -> LocalResponse:
    games = context.app.games
    row = games.find_board(digest)
    loaded = games.game(row["game"], {}, digest)
    own = games.boards_of(row["game"])
    page = build_shared_board_page(loaded, row, own, f"/boards/{digest}")
    return context.page("shared_board.html", page)


@router.post("/boards/{digest}/forget")
def forget(context: LocalContext, digest: str) -> LocalResponse:
    context.app.games.forget_board(digest)
    return context.redirect("/boards")
