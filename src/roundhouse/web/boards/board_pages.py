"""The list of boards, and the page of a shared board."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.board import origins
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.table.presentation.drawings import inline
from roundhouse.web.http.request_context import FormContext, PageContext
from roundhouse.web.storage.database import Row

router = APIRouter(include_in_schema=False)


@dataclass
class BoardsPage:
    """The boards of this server."""

    games: list[Meta]
    mine: dict[str, list[Row]]
    guessed: list[str]


@dataclass
class SharedBoardPage:
    """A board that a user has uploaded."""

    game: Meta
    digest: str
    name: str
    mine: bool
    sources: list[tuple[str, list[str]]]
    svg: str
    link: str


@router.get("/boards")
def boards(context: PageContext) -> HTMLResponse:
    games = context.services.games
    mine = {meta.id: games.boards_of(meta.id, context.id) for meta in registry.games()}
    guessed = [meta.id for meta in registry.games() if _is_reconstruction(meta.id)]
    return context.page(
        "boards.html", BoardsPage(games=registry.games(), mine=mine, guessed=guessed)
    )


def _is_reconstruction(game: str) -> bool:
    """Return whether the standard board of a game is a reconstruction."""
    provenance = registry.default_board(game).data.get("board", {}).get("provenance", "")
    return str(provenance).startswith("reconstruction")


@router.get("/boards/{digest}")
def board(context: PageContext, digest: str) -> HTMLResponse:
    """Show a shared board. Anyone with the link can play on it or edit a copy."""
    games = context.services.games
    row = games.sent_board(digest)
    meta = registry.meta(row["game"])
    loaded = games.game(meta.id, {}, digest)
    sources: dict[str, list[str]] = {}
    for entry, source in origins(loaded.board_file.data):
        sources.setdefault(source, []).append(entry)
    mine = [own["name"] for own in games.boards_of(meta.id, context.id) if own["digest"] == digest]
    return context.page(
        "shared_board.html",
        SharedBoardPage(
            game=meta,
            digest=digest,
            name=mine[0] if mine else row["name"],
            mine=bool(mine),
            sources=sorted(sources.items(), key=lambda kv: -len(kv[1])),
            svg=inline(loaded.draw(loaded.start(meta.usual_seats).view(None))),
            link=str(context.request.url),
        ),
    )


@router.post("/boards/{digest}/forget")
def forget(context: FormContext, digest: str) -> Response:
    context.services.games.forget_board(digest, context.require_user().id)
    return context.redirect("/boards")
