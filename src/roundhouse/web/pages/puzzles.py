"""The pages of the puzzles: which there are, one to solve, and why an answer was right or wrong."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, Response

from roundhouse.bots.registry import levels
from roundhouse.play import registry
from roundhouse.play.puzzles import Puzzle
from roundhouse.web.errors import NotFound
from roundhouse.web.puzzles import names_of, rating_of
from roundhouse.web.show.choices import Offers
from roundhouse.web.show.puzzles import (
    level_label,
    offers_of,
    puzzle_scene,
    telling,
    theme_words,
    told,
    words_of,
)
from roundhouse.web.tables.viewpoint import Viewpoint
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

GIVEN_UP = "-"  # in place of an answer


# Looking


@router.get("/puzzles")
def puzzles(visit: Looking) -> HTMLResponse:
    service = visit.services.puzzles
    standings = service.tries.standings(visit.id) if visit.id else {}
    daily = service.daily(_today())
    return visit.page(
        "puzzles.html",
        books=[(registry.meta(book.game), book) for book in service.books()],
        standings=standings,
        daily=daily,
        daily_game=registry.meta(daily.game) if daily else None,
        daily_done=_tried(visit, daily) is not None if daily else False,
    )


@router.get("/puzzles/daily")
def daily(visit: Looking) -> Response:
    """Today's, in Greenwich's day: the same for everybody."""
    found = visit.services.puzzles.daily(_today())
    if found is None:
        raise NotFound("There are no puzzles here.")
    return visit.go(f"/puzzles/{found.game}/{found.id}")


@router.get("/puzzles/{game}")
def puzzles_of(visit: Looking, game: str) -> HTMLResponse:
    service = visit.services.puzzles
    book = service.book(game)
    tried = service.tries.tried(visit.id, game) if visit.id else {}
    found = [puzzle.difficulty for puzzle in book.puzzles]
    counts = {level.label: found.count(level.name) for level in levels()}
    box = registry.meta(game)
    return visit.page(
        "puzzles_of_game.html",
        game=box,
        book=book,
        standing=service.standing(visit.id, game),
        tried=tried,
        difficulties=counts,
        themes=[(theme, theme_words(box, theme), count) for theme, count in telling(book).items()],
    )


@router.get("/puzzles/{game}/next")
def next_puzzle(visit: Looking, game: str, theme: str = "") -> Response:
    found = visit.services.puzzles.next(game, visit.id, theme)
    if found is None:
        raise NotFound("There are no such puzzles.")
    return visit.go(_address(found, theme=theme))


@router.get("/puzzles/{game}/{puzzle}")
def puzzle_page(
    visit: Looking,
    game: str,
    puzzle: str,
    theme: str = "",
    answer: str = "",
    line: str = "",
    step: int = -1,
    sheet: str = "",
) -> Response:
    """A puzzle; with an `answer`, what came of it. Whoever has not tried is not told."""
    found = visit.services.puzzles.find(game, puzzle)
    if answer and _tried(visit, found) is None:
        return visit.go(_address(found, theme=theme))
    shown = _answered(visit, found, answer, line, step, sheet, theme) if answer else None
    return visit.page("puzzle.html", **(shown or _asked(visit, found, sheet, theme)))


# Doing


@router.post("/puzzles/{game}/{puzzle}")
def answer(
    visit: Doing,
    game: str,
    puzzle: str,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    theme: str = "",
) -> Response:
    """An answer: a move, or the first of several in one click; none: somebody gives up."""
    visit.limit("move")
    service = visit.services.puzzles
    found = service.find(game, puzzle)
    given = move[0] if move else GIVEN_UP
    if given != GIVEN_UP:
        match = service.views(found).match
        if match.game.parse(given) not in match.state.legal():
            raise NotFound("That is not among the choices of this puzzle.")
    counted = service.answer(visit.somebody().id, found, given)
    return visit.go(_address(found, theme=theme, answer=given, counted="1" if counted else ""))


# Answering


def _asked(visit: Visit, puzzle: Puzzle, sheet: str, theme: str) -> dict[str, Any]:
    views = visit.services.puzzles.views(puzzle)
    names = names_of(puzzle)
    offers = offers_of(puzzle, views, names)
    return {
        **_frame(visit, puzzle, theme, offers),
        **puzzle_scene(puzzle, views, names, 0, sheet),
        "result": None,
        "sheet_link": f"?{urlencode({'theme': theme})}&sheet=",
    }


def _answered(
    visit: Visit, puzzle: Puzzle, answer: str, line: str, step: int, sheet: str, theme: str
) -> dict[str, Any]:
    """Right or wrong, the line of this answer and of the best, and one of them on the board."""
    service, names = visit.services.puzzles, names_of(puzzle)
    known = puzzle.answer(answer)
    shown = puzzle.answer(line) or known or puzzle.best
    views = service.views(puzzle, shown.line)
    best = told(
        puzzle, puzzle.best.move, puzzle.best, service.views(puzzle, puzzle.best.line), names
    )
    mine = None
    if answer not in (GIVEN_UP, puzzle.best.move):
        lines = service.views(puzzle, known.line if known else ())
        mine = told(puzzle, answer, known, lines, names)
    other = None  # what comes closest, where the answer was not wrong by itself
    if puzzle.wrong and (mine is None or mine.right):
        next_best = max(puzzle.wrong, key=lambda a: a.value)
        lines = service.views(puzzle, next_best.line)
        other = told(puzzle, next_best.move, next_best, lines, names)
    view = views.at(puzzle.seat, len(puzzle.record.moves)).view
    at = 1 if step < 0 else min(step, len(shown.line))
    kept = {"theme": theme, "answer": answer, "line": shown.move}
    return {
        **_frame(visit, puzzle, theme, Offers()),
        **puzzle_scene(puzzle, views, names, at, sheet),
        "result": _result(puzzle, answer),
        "best": best,
        "also": [words_of(view, a.move, names) for a in puzzle.answers[1:]],
        "mine": mine,
        "other": other,
        "second": f"{max((a.value for a in puzzle.wrong), default=0.0):.0%}",
        "shown_line": shown.move,
        "step": at,
        "counted": visit.request.query_params.get("counted", "") == "1",
        "line_link": lambda move, n: "?" + urlencode({**kept, "line": move, "step": n}),
        "sheet_link": f"?{urlencode({**kept, 'step': at})}&sheet=",
    }


def _result(puzzle: Puzzle, answer: str) -> str:
    if answer == GIVEN_UP:
        return "gave up"
    return "right" if puzzle.right(answer) else "wrong"


def _frame(visit: Visit, puzzle: Puzzle, theme: str, offers: Offers) -> dict[str, Any]:
    box = registry.meta(puzzle.game)
    service = visit.services.puzzles
    return {
        "puzzle": puzzle,
        "game": box,
        "unit": box.unit,
        "names": names_of(puzzle),
        "eyes": Viewpoint(puzzle.seat, (puzzle.seat,)),
        "offers": offers,
        "moves_to": f"/puzzles/{puzzle.game}/{puzzle.id}?{urlencode({'theme': theme})}",
        "subject": theme,
        "subject_said": theme_words(box, theme) if theme else "",
        "tried": _tried(visit, puzzle),
        "standing": service.standing(visit.id, puzzle.game),
        "strength": rating_of(puzzle).points,
        "difficulty": level_label(puzzle.difficulty),
        "themes": [
            (each, theme_words(box, each))
            for each in telling(service.book(puzzle.game))
            if each in puzzle.themes
        ],
        "gave_up": GIVEN_UP,
    }


def _tried(visit: Visit, puzzle: Puzzle) -> bool | None:
    """Whether this visitor was right at their first try; None: they have not tried."""
    if visit.id is None:
        return None
    return visit.services.puzzles.tries.tried(visit.id, puzzle.game).get(puzzle.id)


def _address(puzzle: Puzzle, **query: str) -> str:
    given = {key: value for key, value in query.items() if value}
    return f"/puzzles/{puzzle.game}/{puzzle.id}" + (f"?{urlencode(given)}" if given else "")


def _today() -> date:
    return datetime.now(UTC).date()
