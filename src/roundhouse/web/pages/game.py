"""The pages about a game: its rules, its board and where that comes from."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.board import origins
from roundhouse.play import registry, rule_pictures
from roundhouse.play.lesson import lesson_of
from roundhouse.web.errors import NotFound
from roundhouse.web.games import usual_seats
from roundhouse.web.show.drawings import inline
from roundhouse.web.show.thumbnail import under_lamp
from roundhouse.web.visit import Looking

router = APIRouter(include_in_schema=False)


@router.get("/g/{game}/rules")
def rules(visit: Looking, game: str) -> HTMLResponse:
    box = registry.meta(game)
    text = visit.services.rulebooks.html(box.id, visit.theme)
    return visit.page("rules.html", game=box, text=text, lesson=lesson_of(game))


@router.get("/g/{game}/rules/{name}.svg")
def rule_picture(visit: Looking, game: str, name: str, lamp: str = "") -> Response:
    """A small picture of the rules, as the game itself draws it."""
    registry.meta(game)
    if name not in rule_pictures.names(game):
        raise NotFound(f"The rules of {game} have no picture {name[:40]!r}.")
    svg = under_lamp(rule_pictures.picture(game, name), lamp)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@router.get("/g/{game}/board")
def board(visit: Looking, game: str, board: str = "") -> HTMLResponse:
    box = registry.meta(game)
    loaded = visit.services.games.game(game, {}, board)
    sources: dict[str, list[str]] = {}
    for entry, source in origins(loaded.board_file.data):
        sources.setdefault(source, []).append(entry)
    return visit.page(
        "board.html",
        game=box,
        lesson=lesson_of(game),
        digest=loaded.board_file.digest,
        board=board,
        sources=sorted(sources.items(), key=lambda kv: -len(kv[1])),
        svg=inline(loaded.draw(loaded.start(usual_seats(game)).view(None))),
    )


@router.get("/g/{game}/board.toml")
def board_file(visit: Looking, game: str, board: str = "") -> Response:
    registry.meta(game)
    text = visit.services.games.board_text(game, board)
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{game}.toml"'},
    )


@router.get("/g/{game}/picture.svg")
def picture(visit: Looking, game: str, lamp: str = "") -> Response:
    registry.meta(game)
    svg = under_lamp(visit.services.games.picture(game), lamp)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})
