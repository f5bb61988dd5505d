"""The pages of a game: rules, board and sources."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from roundhouse.core.board import origins
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.play import registry, rule_pictures
from roundhouse.play.lesson import get_lesson
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.drawings import inline
from roundhouse.table.presentation.thumbnail import with_theme
from roundhouse.web.http.request_context import PageContext, text_download

router = APIRouter(include_in_schema=False)


@dataclass
class RulesPage:
    """The rules of a game."""

    game: Meta
    text: Markup
    lesson: Lesson | None


@dataclass
class SourcesPage:
    """A board and where its facts come from."""

    game: Meta
    lesson: Lesson | None
    digest: str
    board: str
    sources: list[tuple[str, list[str]]]
    svg: str


@router.get("/g/{game}/rules")
def rules(context: PageContext, game: str) -> HTMLResponse:
    meta = registry.meta(game)
    text = context.services.rulebooks.html(meta.id, context.theme)
    return context.page("rules.html", RulesPage(game=meta, text=text, lesson=get_lesson(game)))


@router.get("/g/{game}/rules/{name}.svg")
def rule_picture(context: PageContext, game: str, name: str, theme: str = "") -> Response:
    """Serve an illustration of the rules."""
    registry.meta(game)
    if name not in rule_pictures.names(game):
        raise NotFound(f"The rules of {game} have no picture {name[:40]!r}.")
    svg = with_theme(rule_pictures.picture(game, name), theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@router.get("/g/{game}/board")
def board(context: PageContext, game: str, board: str = "") -> HTMLResponse:
    meta = registry.meta(game)
    loaded = context.services.games.game(game, {}, board)
    sources: dict[str, list[str]] = {}
    for entry, source in origins(loaded.board_file.data):
        sources.setdefault(source, []).append(entry)
    return context.page(
        "board_sources.html",
        SourcesPage(
            game=meta,
            lesson=get_lesson(game),
            digest=loaded.board_file.digest,
            board=board,
            sources=sorted(sources.items(), key=lambda kv: -len(kv[1])),
            svg=inline(loaded.draw(loaded.start(registry.meta(game).usual_seats).view(None))),
        ),
    )


@router.get("/g/{game}/board.toml")
def board_file(context: PageContext, game: str, board: str = "") -> Response:
    registry.meta(game)
    text = context.services.games.board_text(game, board)
    return text_download(text, f"{game}.toml")


@router.get("/g/{game}/picture.svg")
def picture(context: PageContext, game: str, theme: str = "") -> Response:
    registry.meta(game)
    svg = with_theme(context.services.games.picture(game), theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})
