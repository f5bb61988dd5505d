"""The lesson pages: a guided first game for new players.

The URL holds the step. A cookie per game remembers the progress; the server stores nothing.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from roundhouse.table.commands.arguments import MAX_MOVES
from roundhouse.web.http.request_context import (
    FormContext,
    MaybeNumber,
    PageContext,
    RequestContext,
)
from roundhouse.web.learning.lessons import (
    StepRequest,
    answer_address,
    build_after_move,
    build_lesson_page,
    build_lessons_page,
    load_lesson,
)

router = APIRouter(include_in_schema=False)

COOKIE_SECONDS = 180 * 24 * 3600


@router.get("/learn")
def lessons(context: PageContext) -> HTMLResponse:
    context.use_language()
    page = build_lessons_page(lambda game: _reached(context, game))
    return context.page("learn.html", page)


@router.get("/learn/{game}")
def begin(context: PageContext, game: str) -> Response:
    load_lesson(game)
    return context.redirect(f"/learn/{game}/1")


class StepQuery(BaseModel):
    """What a step shows besides its task."""

    tried: list[str] = []  # wrong moves
    took: str = ""  # an equally good move that led to this step
    answer: int | None = None  # the answer to a question
    sheet: str = ""


@router.get("/learn/{game}/{step}")
def lesson_step(
    context: PageContext, game: str, step: int, query: Annotated[StepQuery, Query()]
) -> HTMLResponse:
    """Show a step."""
    context.use_language()
    result = load_lesson(game)
    number = max(1, min(step, result.last + 1))
    page = build_lesson_page(result, number, StepRequest(**query.model_dump()))
    template = "_lesson.html" if "x-fragment" in context.request.headers else "lesson.html"
    outcome = context.page(template, page)
    _remember(context, outcome, game, number)
    return outcome


@router.get("/learn/{game}/{step}/after/{ply}")
def after_move(context: PageContext, game: str, step: int, ply: int) -> HTMLResponse:
    """Show the table after one of the other seats' moves in a step."""
    context.use_language()
    result = load_lesson(game)
    return context.page("_step.html", build_after_move(result, step, ply))


@router.post("/learn/{game}/{step}")
def try_step(
    context: FormContext,
    game: str,
    step: int,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    answer: MaybeNumber = None,
) -> Response:
    """Answer a step; nothing is stored, because the address carries the answer."""
    context.limit("move")
    to = answer_address(load_lesson(game), step, move[:MAX_MOVES], answer)
    return context.redirect(to)


def _cookie(game: str) -> str:
    return f"lesson_{game}"


def _remember(context: RequestContext, answer: Response, game: str, number: int) -> None:
    """Store the progress in a lesson in a cookie."""
    answer.set_cookie(
        _cookie(game),
        str(number),
        max_age=COOKIE_SECONDS,
        path="/learn",
        httponly=True,
        samesite="lax",
        secure=context.services.settings.secure or context.request.url.scheme == "https",
    )


def _reached(context: RequestContext, game: str) -> int:
    """Return the last step that the user has seen, or 0."""
    saved = context.request.cookies.get(_cookie(game), "")
    return int(saved) if saved.isascii() and saved.isdigit() and len(saved) < 5 else 0
