"""The puzzle pages: lists, puzzles and reviewed answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from pydantic import BaseModel

from roundhouse.bots.registry import levels
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.play.puzzles import Puzzle, PuzzleSet
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.choices import Offers, words_of
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.thumbnail import thumbnail
from roundhouse.table.viewpoint import Viewpoint
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.learning.puzzle_context import (
    AnswerReview,
    PuzzleContext,
    build_puzzle_context,
    distinguishing_themes,
    level_label,
    offers_of,
    review_answer,
    theme_words,
)
from roundhouse.web.learning.puzzle_storage import PuzzleStanding
from roundhouse.web.learning.puzzles import names_of, rating_of

router = APIRouter(include_in_schema=False)

GAVE_UP = "-"  # replaces the move in an answer


@dataclass
class PuzzlesPage:
    """The games that have puzzles."""

    books: list[tuple[Meta, PuzzleSet]]
    standings: dict[str, PuzzleStanding]
    daily: Puzzle | None
    daily_game: Meta | None
    daily_done: bool


@dataclass
class GamePuzzlesPage:
    """The puzzles of a game."""

    game: Meta
    book: PuzzleSet
    standing: PuzzleStanding
    tried: dict[str, bool]
    difficulties: dict[str, int]
    themes: list[tuple[str, str, int]]


@dataclass(kw_only=True)
class PuzzleFrame:
    """A puzzle besides its position."""

    puzzle: Puzzle
    game: Meta
    unit: str
    names: Sequence[str]
    viewpoint: Viewpoint
    offers: Offers
    moves_to: str
    subject: str
    subject_label: str
    tried: bool | None
    standing: PuzzleStanding
    strength: int
    difficulty: str
    themes: list[tuple[str, str]]
    gave_up: str


@dataclass(kw_only=True)
class PuzzlePage(PuzzleContext, PuzzleFrame):
    """A puzzle to solve."""

    sheet_link: str
    result: str | None = None  # after an answer: right, wrong or gave up


@dataclass(kw_only=True)
class AnswerPage(PuzzlePage):
    """A puzzle with its solution."""

    best: AnswerReview
    also: list[Markup]
    mine: AnswerReview | None
    other: AnswerReview | None
    second: str
    shown_line: str
    step: int
    counted: bool
    line_link: Callable[[str, int], str]


@router.get("/puzzles")
def puzzles(context: PageContext) -> HTMLResponse:
    service = context.services.puzzles
    standings = service.tries.standings(context.id) if context.id else {}
    daily = service.daily(_today())
    return context.page(
        "puzzles.html",
        PuzzlesPage(
            books=[(registry.meta(book.game), book) for book in service.books()],
            standings=standings,
            daily=daily,
            daily_game=registry.meta(daily.game) if daily else None,
            daily_done=_tried(context, daily) is not None if daily else False,
        ),
    )


@router.get("/puzzles/daily")
def daily(context: PageContext) -> Response:
    """Redirect to the puzzle of the day (UTC)."""
    result = context.services.puzzles.daily(_today())
    if result is None:
        raise NotFound("There are no puzzles for this game.")
    return context.redirect(f"/puzzles/{result.game}/{result.id}")


@router.get("/puzzles/{game}")
def puzzles_of(context: PageContext, game: str) -> HTMLResponse:
    service = context.services.puzzles
    book = service.book(game)
    tried = service.tries.tried(context.id, game) if context.id else {}
    results = [puzzle.difficulty for puzzle in book.puzzles]
    counts = {level.label: results.count(level.name) for level in levels()}
    meta = registry.meta(game)
    return context.page(
        "game_puzzles.html",
        GamePuzzlesPage(
            game=meta,
            book=book,
            standing=service.standing(context.id, game),
            tried=tried,
            difficulties=counts,
            themes=[
                (theme, theme_words(meta, theme), count)
                for theme, count in distinguishing_themes(book).items()
            ],
        ),
    )


@router.get("/puzzles/{game}/next")
def next_puzzle(context: PageContext, game: str, theme: str = "") -> Response:
    result = context.services.puzzles.next(game, context.id, theme)
    if result is None:
        raise NotFound("There are no puzzles of this kind.")
    return context.redirect(_address(result, theme=theme))


class PuzzleQuery(BaseModel):
    """How a puzzle is shown: to solve, or with `answer` and `step` plies of `line`."""

    theme: str = ""
    answer: str = ""
    line: str = ""
    step: int = -1
    sheet: str = ""
    counted: str = ""  # 1: the answer has changed the rating


@router.get("/puzzles/{game}/{puzzle}/picture.svg")
def picture(context: PageContext, game: str, puzzle: str, theme: str = "") -> Response:
    """Serve a thumbnail of the position."""
    service = context.services.puzzles
    position = service.find(game, puzzle)
    now = service.views(position).at(position.seat, len(position.record.moves))
    headers = {"cache-control": "public, max-age=86400"}
    return Response(thumbnail(now, theme), media_type="image/svg+xml", headers=headers)


@router.get("/puzzles/{game}/{puzzle}")
def puzzle_page(
    context: PageContext, game: str, puzzle: str, query: Annotated[PuzzleQuery, Query()]
) -> Response:
    """Show a puzzle, or the review of an answer to users who have tried it."""
    result = context.services.puzzles.find(game, puzzle)
    if query.answer and _tried(context, result) is None:
        return context.redirect(_address(result, theme=query.theme))
    build = _answer_page if query.answer else _puzzle_context
    return context.page("puzzle.html", build(context, result, query))


# Changing


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
    service = context.services.puzzles
    result = service.find(game, puzzle)
    value = move[0] if move else GAVE_UP
    if value != GAVE_UP:
        match = service.views(result).match
        if match.game.parse(value) not in match.state.legal():
            raise NotFound("This move is not an option in this puzzle.")
    counted = service.answer(context.require_user().id, result, value)
    return context.redirect(
        _address(result, theme=theme, answer=value, counted="1" if counted else "")
    )


# Contexts


def _puzzle_context(context: RequestContext, puzzle: Puzzle, query: PuzzleQuery) -> PuzzlePage:
    views = context.services.puzzles.views(puzzle)
    names = _names(puzzle)
    offers = offers_of(puzzle, views, names)
    return PuzzlePage(
        **vars(_frame(context, puzzle, query.theme, offers)),
        **vars(build_puzzle_context(puzzle, views, names, 0, query.sheet)),
        sheet_link=f"?{urlencode({'theme': query.theme})}&sheet=",
    )


def _answer_page(context: RequestContext, puzzle: Puzzle, query: PuzzleQuery) -> AnswerPage:
    """Return the context of an answer: its line, the best line, one on the board."""
    service, names, answer = context.services.puzzles, _names(puzzle), query.answer
    known = puzzle.answer(answer)
    page = puzzle.answer(query.line) or known or puzzle.best
    views = service.views(puzzle, page.line)
    best = review_answer(
        puzzle, puzzle.best.move, puzzle.best, service.views(puzzle, puzzle.best.line), names
    )
    mine = None
    if answer not in (GAVE_UP, puzzle.best.move):
        lines = service.views(puzzle, known.line if known else ())
        mine = review_answer(puzzle, answer, known, lines, names)
    other = None  # the best wrong move, if the answer was right
    if puzzle.wrong and (mine is None or mine.right):
        next_best = max(puzzle.wrong, key=lambda a: a.value)
        lines = service.views(puzzle, next_best.line)
        other = review_answer(puzzle, next_best.move, next_best, lines, names)
    view = views.at(puzzle.seat, len(puzzle.record.moves)).view
    at = 1 if query.step < 0 else min(query.step, len(page.line))
    rows = {"theme": query.theme, "answer": answer, "line": page.move}
    return AnswerPage(
        **vars(_frame(context, puzzle, query.theme, Offers())),
        **vars(build_puzzle_context(puzzle, views, names, at, query.sheet)),
        result=_result(puzzle, answer),
        best=best,
        also=[words_of(view, a.move, names) for a in puzzle.answers[1:]],
        mine=mine,
        other=other,
        second=f"{max((a.value for a in puzzle.wrong), default=0.0):.0%}",
        shown_line=page.move,
        step=at,
        counted=query.counted == "1",
        line_link=lambda move, n: "?" + urlencode({**rows, "line": move, "step": n}),
        sheet_link=f"?{urlencode({**rows, 'step': at})}&sheet=",
    )


def _result(puzzle: Puzzle, answer: str) -> str:
    if answer == GAVE_UP:
        return "gave up"
    return "right" if puzzle.right(answer) else "wrong"


def _frame(context: RequestContext, puzzle: Puzzle, theme: str, offers: Offers) -> PuzzleFrame:
    meta = registry.meta(puzzle.game)
    service = context.services.puzzles
    return PuzzleFrame(
        puzzle=puzzle,
        game=meta,
        unit=meta.unit,
        names=names_of(puzzle),
        viewpoint=Viewpoint(puzzle.seat, (puzzle.seat,)),
        offers=offers,
        moves_to=f"/puzzles/{puzzle.game}/{puzzle.id}?{urlencode({'theme': theme})}",
        subject=theme,
        subject_label=theme_words(meta, theme) if theme else "",
        tried=_tried(context, puzzle),
        standing=service.standing(context.id, puzzle.game),
        strength=rating_of(puzzle).points,
        difficulty=level_label(puzzle.difficulty),
        themes=[
            (each, theme_words(meta, each))
            for each in distinguishing_themes(service.book(puzzle.game))
            if each in puzzle.themes
        ],
        gave_up=GAVE_UP,
    )


def _tried(context: RequestContext, puzzle: Puzzle) -> bool | None:
    """Return whether the first try was right, or None if there was none."""
    if context.id is None:
        return None
    return context.services.puzzles.tries.tried(context.id, puzzle.game).get(puzzle.id)


def _address(puzzle: Puzzle, **query: str) -> str:
    arguments = {key: value for key, value in query.items() if value}
    return f"/puzzles/{puzzle.game}/{puzzle.id}" + (f"?{urlencode(arguments)}" if arguments else "")


def _names(puzzle: Puzzle) -> NamesForReader:
    """Return the names of the seats for the user, who plays the seat to move."""
    return NamesForReader(names_of(puzzle), puzzle.seat)


def _today() -> date:
    return datetime.now(UTC).date()
