"""The puzzle pages: lists, puzzles and reviewed answers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.learning.puzzle_page_context import (
    PuzzleRequest,
    Solver,
    answer_puzzle,
    build_game_puzzles_page,
    build_puzzle_page,
    build_puzzles_page,
    daily_address,
    draw_puzzle,
    next_address,
)

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
def puzzles(context: PageContext) -> HTMLResponse:
    return context.page("puzzles.html", build_puzzles_page(_solver(context)))


@router.get("/puzzles/daily")
def daily(context: PageContext) -> Response:
    """Redirect to the puzzle of the day (UTC)."""
    return context.redirect(daily_address(context.services.puzzles))


@router.get("/puzzles/{game}")
def puzzles_of(context: PageContext, game: str) -> HTMLResponse:
    return context.page("game_puzzles.html", build_game_puzzles_page(_solver(context), game))


@router.get("/puzzles/{game}/next")
def next_puzzle(context: PageContext, game: str, theme: str = "") -> Response:
    return context.redirect(next_address(_solver(context), game, theme))


@router.get("/puzzles/{game}/{puzzle}/picture.svg")
def picture(context: PageContext, game: str, puzzle: str, theme: str = "") -> Response:
    """Serve a thumbnail of the position."""
    svg = draw_puzzle(context.services.puzzles, game, puzzle, theme)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/puzzles/{game}/{puzzle}")
def puzzle_page(
    context: PageContext, game: str, puzzle: str, request: Annotated[PuzzleRequest, Depends()]
) -> Response:
    """Show a puzzle, or the review of an answer to users who have tried it."""
    page = build_puzzle_page(_solver(context), game, puzzle, request)
    return context.redirect(page) if isinstance(page, str) else context.page("puzzle.html", page)


@router.post("/puzzles/{game}/{puzzle}")
def answer(
    context: FormContext,
    game: str,
    puzzle: str,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    theme: str = "",
) -> Response:
    """Answer with the first of the given moves; no move means giving up."""
    context.limit("move")
    solver = Solver(context.services.puzzles, context.require_user().id)
    return context.redirect(answer_puzzle(solver, game, puzzle, move, theme))


def _solver(context: RequestContext) -> Solver:
    return Solver(context.services.puzzles, context.id)
