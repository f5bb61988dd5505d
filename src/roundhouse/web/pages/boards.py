"""The boards of this server: the games' own, and those that somebody has sent or drawn."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.board import origins
from roundhouse.play import registry
from roundhouse.web.games import usual_seats
from roundhouse.web.show.drawings import inline
from roundhouse.web.visit import Doing, Looking

router = APIRouter(include_in_schema=False)


@router.get("/boards")
def boards(visit: Looking) -> HTMLResponse:
    games = visit.services.games
    mine = {box.id: games.boards_of(box.id, visit.id) for box in registry.games()}
    guessed = [box.id for box in registry.games() if _reconstructed(box.id)]
    return visit.page("boards.html", games=registry.games(), mine=mine, guessed=guessed)


def _reconstructed(game: str) -> bool:
    """Whether a game's own board says of itself that it is one."""
    said = registry.own_board(game).data.get("board", {}).get("provenance", "")
    return str(said).startswith("reconstruction")


@router.get("/boards/{digest}")
def board(visit: Looking, digest: str) -> HTMLResponse:
    """Whoever has the link may look at a board, play on it, and edit a copy."""
    games = visit.services.games
    row = games.sent_board(digest)
    box = registry.meta(row["game"])
    loaded = games.game(box.id, {}, digest)
    sources: dict[str, list[str]] = {}
    for entry, source in origins(loaded.board_file.data):
        sources.setdefault(source, []).append(entry)
    mine = [own["name"] for own in games.boards_of(box.id, visit.id) if own["digest"] == digest]
    return visit.page(
        "board_sent.html",
        game=box,
        digest=digest,
        name=mine[0] if mine else row["name"],
        mine=bool(mine),
        sources=sorted(sources.items(), key=lambda kv: -len(kv[1])),
        svg=inline(loaded.draw(loaded.start(usual_seats(box.id)).view(None))),
        link=str(visit.request.url),
    )


@router.post("/boards/{digest}/forget")
def forget(visit: Doing, digest: str) -> Response:
    visit.services.games.forget_board(digest, visit.somebody().id)
    return visit.go("/boards")
