"""The pages of a game: rules, board and sources."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.translation import is_known, set_language
from roundhouse.play import registry
from roundhouse.play.lesson import get_lesson
from roundhouse.table.presentation.thumbnail import with_theme
from roundhouse.web.http.request_context import PageContext, text_download
from roundhouse.web.learning.rulebook import RulesPage, build_sources_page, draw_rule_picture

router = APIRouter(include_in_schema=False)


@router.get("/g/{game}/rules")
def rules(context: PageContext, game: str) -> HTMLResponse:
    context.use_language()
    meta = registry.meta(game)
    text = context.services.rulebooks.html(meta.id, context.theme)
    return context.page("rules.html", RulesPage(game=meta, text=text, lesson=get_lesson(game)))


@router.get("/g/{game}/rules/{name}.svg")
def rule_picture(
    context: PageContext, game: str, name: str, theme: str = "", language: str = ""
) -> Response:
    """Serve an illustration of the rules.

    Browsers may keep it, so its address names the language.
    """
    if is_known(language):
        set_language(language)
    svg = draw_rule_picture(game, name, theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@router.get("/g/{game}/board")
def board(context: PageContext, game: str, board: str = "") -> HTMLResponse:
    context.use_language()
    loaded = context.services.games.game(registry.meta(game).id, {}, board)
    return context.page("board_sources.html", build_sources_page(loaded, board))


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
