"""The pages of lessons: a guided first game for whoever has never played.

The address holds the step, so that nothing is kept of a learner but a cookie which remembers how
far they came in each game.
"""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from roundhouse.core.lesson import Ask
from roundhouse.play import registry
from roundhouse.play.puzzles import book_of
from roundhouse.web.deeds.arguments import MOST_MOVES
from roundhouse.web.errors import NotFound
from roundhouse.web.forms import MaybeNumber
from roundhouse.web.lessons import Taught, taught, with_lessons
from roundhouse.web.show.lesson import end_scene, move_scene, step_scene, word_for_other
from roundhouse.web.tables.viewpoint import Viewpoint
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

REMEMBERED = 180 * 24 * 3600  # seconds


@router.get("/learn")
def lessons(visit: Looking) -> HTMLResponse:
    found = with_lessons()
    steps = {game: len(lesson.steps) for game, lesson in found.items()}
    return visit.page(
        "learn.html",
        lessons=[(registry.meta(game), lesson) for game, lesson in found.items()],
        steps=steps,
        reached={game: _reached(visit, game, steps[game]) for game in found},
    )


@router.get("/learn/{game}")
def begin(visit: Looking, game: str) -> Response:
    registry.meta(game)
    taught(game)
    return visit.go(f"/learn/{game}/1")


@router.get("/learn/{game}/{step}")
def lesson_step(
    visit: Looking,
    game: str,
    step: int,
    tried: Annotated[list[str], Query()] = [],  # noqa: B006
    took: str = "",
    answer: int | None = None,
    sheet: str = "",
) -> HTMLResponse:
    """`tried`: moves that were not the one; `took`: another that would do as well; `answer`: the
    one given to a question."""
    registry.meta(game)
    found = taught(game)
    number = max(1, min(step, found.last + 1))
    shown = _shown(found, number, sheet, tried, answer)
    if took and number > 1 and not shown["said"]:
        shown["said"] = word_for_other(found.place(number - 1).step, took, found.lesson.names)
    template = "_lesson.html" if "x-fragment" in visit.request.headers else "lesson.html"
    made = visit.page(template, **shown)
    _remember(visit, made, game, number)
    return made


@router.get("/learn/{game}/{step}/after/{ply}")
def after_move(visit: Looking, game: str, step: int, ply: int) -> HTMLResponse:
    """How the table looks after one of the moves that others make in a step, for a page that shows
    them one after another."""
    registry.meta(game)
    found = taught(game)
    if not 1 <= step <= found.last:
        raise NotFound(f"This lesson has {found.last} steps.")
    place, lesson = found.place(step), found.lesson
    if not place.theirs < ply <= place.ply:
        raise NotFound("Nobody moves there in this step.")
    return visit.page(
        "_step.html",
        **move_scene(place, found.views(place), lesson, ply),
        eyes=Viewpoint(lesson.learner, (lesson.learner,)),
        unit=registry.meta(game).unit,
        sheet_link="?sheet=",
    )


@router.post("/learn/{game}/{step}")
def try_step(
    visit: Doing,
    game: str,
    step: int,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    answer: MaybeNumber = None,
) -> Response:
    """A move or an answer. Nothing is kept: the address one is sent to says what came of it."""
    registry.meta(game)
    visit.limit("move")
    found = taught(game)
    here = f"/learn/{game}/{step}"
    if answer is not None:
        return visit.go(f"{here}?answer={answer}")
    moves = move[:MOST_MOVES]
    to = found.follow(step, moves)
    if to is None:
        return visit.go(f"{here}?{urlencode([('tried', move) for move in moves])}")
    other = word_for_other(found.place(step).step, moves[0], ())
    took = f"?{urlencode({'took': moves[0]})}" if other and len(moves) == 1 else ""
    return visit.go(f"/learn/{game}/{to}{took}")


def _shown(
    found: Taught, number: int, sheet: str, tried: list[str], answer: int | None
) -> dict[str, Any]:
    """The context of a step, or of the card behind the last one."""
    place, lesson = found.place(number), found.lesson
    views, box = found.views(place), registry.meta(lesson.game)
    if number > found.last:
        scene = end_scene(views, lesson)
    else:
        step = place.step
        asked = isinstance(step, Ask) and answer is not None and 0 <= answer < len(step.answers)
        scene = step_scene(place, views, lesson, sheet, tried, answer if asked else None)
    return {
        **scene,
        "game": box,
        "rules": lesson.rules,
        "unit": box.unit,
        "eyes": Viewpoint(lesson.learner, (lesson.learner,)),
        "number": number,
        "last": found.last,
        "chapter": lesson.chapters[place.chapter].title,
        "chapters": _chapters(found),
        "chapter_number": place.chapter,
        "lesson_of": f"/learn/{lesson.game}",
        "moves_to": f"/learn/{lesson.game}/{number}",
        "sheet_link": "?sheet=",
        "puzzles": number > found.last and bool(book_of(lesson.game).puzzles),
        "others": [
            (registry.meta(game), each)
            for game, each in with_lessons().items()
            if game != lesson.game
        ],
    }


def _chapters(found: Taught) -> list[tuple[str, int]]:
    """Each chapter's title and first step."""
    first: dict[int, int] = {}
    for place in found.guide.places:
        first.setdefault(place.chapter, place.number)
    return [(found.lesson.chapters[n].title, number) for n, number in first.items()]


def _cookie(game: str) -> str:
    return f"lesson_{game}"


def _remember(visit: Visit, answer: Response, game: str, number: int) -> None:
    """Where somebody is in a lesson, in their own browser."""
    answer.set_cookie(
        _cookie(game),
        str(number),
        max_age=REMEMBERED,
        path="/learn",
        httponly=True,
        samesite="lax",
        secure=visit.services.settings.secure or visit.request.url.scheme == "https",
    )


def _reached(visit: Visit, game: str, last: int) -> int:
    """How far somebody has come in a lesson: 0 not begun, beyond the last step: all of it."""
    kept = visit.request.cookies.get(_cookie(game), "")
    return min(int(kept), last + 1) if kept.isascii() and kept.isdigit() and len(kept) < 5 else 0
