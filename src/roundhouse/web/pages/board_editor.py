"""The board editor: a page, the checker behind it, and where boards are saved."""

from __future__ import annotations

import tomllib
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2.utils import htmlsafe_json_dumps
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.web.editing.plain import plain
from roundhouse.web.errors import Clash, reason, status_of
from roundhouse.web.show.drawings import inline
from roundhouse.web.uploads import file_name
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

UNCHANGED = "This is the game’s own board, unchanged: there is nothing to save."


@router.get("/boards/edit/{game}")
def editor(visit: Looking, game: str, board: str = "") -> HTMLResponse:
    """`board` is the digest of what is edited; without one it is the game's own."""
    box = registry.meta(game)
    text = visit.services.games.board_text(game, board)
    name = f"{box.title}, my board"
    for own in visit.services.games.boards_of(game, visit.id):
        if own["digest"] == board:
            name = own["name"]
    return _page(visit, game, text, name, board, data=plain(tomllib.loads(text)))


def _page(
    visit: Visit,
    game: str,
    text: str,
    name: str,
    board: str,
    *,
    data: dict[str, Any] | None = None,
    said: str = "",
    good: bool = False,
    status: int = 200,
) -> HTMLResponse:
    return visit.page(
        "board_editor.html",
        status,
        game=registry.meta(game),
        text=text,
        name=name,
        board=board,
        said=said,
        good=good,
        start=htmlsafe_json_dumps(
            {"layout": registry.room(game).board_layout.plain(), "data": data}, sort_keys=False
        ),
    )


class Edited(BaseModel):
    """A board file, and the data that is to be written into it (none: it is as it is)."""

    game: str
    text: str
    data: dict[str, Any] | None = None


@router.post("/boards/check")
def check(visit: Doing, given: Edited) -> JSONResponse:
    """Text, data, complaints and drawing of a board that is being edited; nothing is kept."""
    visit.limit("check")
    found = visit.services.games.edited_board(given.game, given.text, given.data)
    if "drawings" in found:
        found["drawings"] = [inline(drawn) for drawn in found["drawings"]]
    return JSONResponse(found)


@router.post("/boards/save")
async def save(visit: Doing, request: Request) -> Response:
    """`do` is what for: check, save, play or download."""
    form = await request.form(max_files=2, max_fields=20)
    said = {key: value for key, value in form.items() if isinstance(value, str)}
    return await run_in_threadpool(_save, visit, said)


def _save(visit: Visit, form: dict[str, str]) -> Response:
    game = registry.meta(form.get("game", "")).id
    text = form.get("text", "").replace("\r\n", "\n")
    name, was = file_name(form.get("name", "")), form.get("was", "")
    do = form.get("do", "check")
    if do == "download":
        return _download(game, text)
    try:
        if do == "check":
            return _checked(visit, game, text, name, was)
        visit.limit_upload()
        person = visit.somebody()
        digest = visit.services.games.save_board(game, name, text, person.id, was)
        if not digest and do == "save":
            raise Clash(UNCHANGED)
    except RoundhouseError as error:
        if _wants_data(visit):
            raise
        return _page(visit, game, text, name, was, said=reason(error), status=status_of(error))
    to = f"/new?game={game}" + (f"&board={digest}" if digest else "")
    if do != "play":
        to = f"/boards/{digest}"
    if _wants_data(visit):
        answer = JSONResponse({"digest": digest, "to": to})
        visit.sign(answer)
        return answer
    return visit.go(to)


def _wants_data(visit: Visit) -> bool:
    return "text/html" not in visit.request.headers.get("accept", "")


def _checked(visit: Visit, game: str, text: str, name: str, was: str) -> Response:
    """For those without scripts: the same page, with what is wrong."""
    visit.limit("check")
    found = visit.services.games.edited_board(game, text, None)["complaints"]
    if not found:
        return _page(visit, game, text, name, was, said="This board is in order.", good=True)
    told = "\n".join(f"{c['entry']}: {c['reason']}" for c in found)
    return _page(visit, game, text, name, was, said=told, status=422)


def _download(game: str, text: str) -> Response:
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{game}.toml"'},
    )
