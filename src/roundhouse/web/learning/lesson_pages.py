"""The lesson pages: a guided first game for new players.

The URL holds the step. A cookie per game remembers the progress; the server stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from roundhouse.core.lesson import Lesson, QuestionStep
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.play.puzzles import get_puzzles
from roundhouse.table.commands.arguments import MAX_MOVES
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.lesson import (
    StepContext,
    build_end_context,
    build_move_context,
    build_step_context,
    describe_alternative,
)
from roundhouse.table.viewpoint import Viewpoint
from roundhouse.web.http.forms import MaybeNumber
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.learning.lessons import LoadedLesson, lessons_by_game, load_lesson

router = APIRouter(include_in_schema=False)

COOKIE_SECONDS = 180 * 24 * 3600


@dataclass
class LessonsPage:
    """The lessons."""

    lessons: list[tuple[Meta, Lesson]]
    steps: dict[str, int]
    reached: dict[str, int]


@dataclass(kw_only=True)
class LessonPage(StepContext):
    """A step of a lesson, or the card behind the last one."""

    game: Meta
    options: Mapping[str, str]
    rules: int
    unit: str
    viewpoint: Viewpoint
    number: int
    last: int
    chapter: str
    chapters: list[tuple[str, int]]
    chapter_number: int
    lesson_of: str
    moves_to: str
    puzzles: bool
    others: list[tuple[Meta, Lesson]]
    sheet_link: str = "?sheet="


@router.get("/learn")
def lessons(context: PageContext) -> HTMLResponse:
    result = lessons_by_game()
    steps = {game: len(lesson.steps) for game, lesson in result.items()}
    return context.page(
        "learn.html",
        LessonsPage(
            lessons=[(registry.meta(game), lesson) for game, lesson in result.items()],
            steps=steps,
            reached={game: _reached(context, game, steps[game]) for game in result},
        ),
    )


@router.get("/learn/{game}")
def begin(context: PageContext, game: str) -> Response:
    registry.meta(game)
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
    registry.meta(game)
    result = load_lesson(game)
    number = max(1, min(step, result.last + 1))
    page = _render_step(result, number, query)
    if query.took and number > 1 and not page.feedback:
        page.feedback = describe_alternative(
            result.place(number - 1).step, query.took, result.lesson.names
        )
    template = "_lesson.html" if "x-fragment" in context.request.headers else "lesson.html"
    outcome = context.page(template, page)
    _remember(context, outcome, game, number)
    return outcome


@router.get("/learn/{game}/{step}/after/{ply}")
def after_move(context: PageContext, game: str, step: int, ply: int) -> HTMLResponse:
    """Show the table after one of the other seats' moves in a step."""
    registry.meta(game)
    result = load_lesson(game)
    if not 1 <= step <= result.last:
        raise NotFound(f"This lesson has {result.last} steps.")
    place, lesson = result.place(step), result.lesson
    if not place.theirs < ply <= place.ply:
        raise NotFound("This step has no move there.")
    return context.page("_step.html", build_move_context(result.views(place), lesson, ply))


@router.post("/learn/{game}/{step}")
def try_step(
    context: FormContext,
    game: str,
    step: int,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    answer: MaybeNumber = None,
) -> Response:
    """Answer a step; nothing is stored, because the address carries the answer."""
    registry.meta(game)
    context.limit("move")
    result = load_lesson(game)
    here = f"/learn/{game}/{step}"
    if answer is not None:
        return context.redirect(f"{here}?answer={answer}")
    moves = move[:MAX_MOVES]
    to = result.follow(step, moves)
    if to is None:
        return context.redirect(f"{here}?{urlencode([('tried', move) for move in moves])}")
    other = describe_alternative(result.place(step).step, moves[0], ())
    took = f"?{urlencode({'took': moves[0]})}" if other and len(moves) == 1 else ""
    return context.redirect(f"/learn/{game}/{to}{took}")


def _render_step(guided: LoadedLesson, number: int, query: StepQuery) -> LessonPage:
    """Return the context of a step, or of the card after the last one."""
    place, lesson = guided.place(number), guided.lesson
    views, meta = guided.views(place), registry.meta(lesson.game)
    if number > guided.last:
        page_context = build_end_context(views, lesson)
    else:
        step, answer = place.step, query.answer
        is_answered = (
            isinstance(step, QuestionStep)
            and answer is not None
            and 0 <= answer < len(step.answers)
        )
        page_context = build_step_context(
            place, views, lesson, query.sheet, query.tried, answer if is_answered else None
        )
    return LessonPage(
        **vars(page_context),
        game=meta,
        options=meta.check_options(lesson.options),
        rules=lesson.rules,
        unit=meta.unit,
        viewpoint=Viewpoint(lesson.learner, (lesson.learner,)),
        number=number,
        last=guided.last,
        chapter=lesson.chapters[place.chapter].title,
        chapters=_chapters(guided),
        chapter_number=place.chapter,
        lesson_of=f"/learn/{lesson.game}",
        moves_to=f"/learn/{lesson.game}/{number}",
        puzzles=number > guided.last and bool(get_puzzles(lesson.game).puzzles),
        others=[
            (registry.meta(game), each)
            for game, each in lessons_by_game().items()
            if game != lesson.game
        ],
    )


def _chapters(lesson: LoadedLesson) -> list[tuple[str, int]]:
    """Return the title and first step of each chapter."""
    first: dict[int, int] = {}
    for place in lesson.guide.places:
        first.setdefault(place.chapter, place.number)
    return [(lesson.lesson.chapters[n].title, number) for n, number in first.items()]


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


def _reached(context: RequestContext, game: str, last: int) -> int:
    """Return the progress in a lesson: 0 if not started, last + 1 if finished."""
    saved = context.request.cookies.get(_cookie(game), "")
    return (
        min(int(saved), last + 1) if saved.isascii() and saved.isdigit() and len(saved) < 5 else 0
    )
