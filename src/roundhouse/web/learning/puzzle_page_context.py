"""What the pages of puzzles show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import urlencode

from markupsafe import Markup

from roundhouse.bots.registry import levels
from roundhouse.core.formats import format_percent
from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.play.puzzles import Puzzle, PuzzleSet
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.choices import Offers, words_of
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.thumbnail import thumbnail
from roundhouse.table.viewpoint import Viewpoint
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
from roundhouse.web.learning.puzzle_standing import PuzzleStanding
from roundhouse.web.learning.puzzles import Puzzles, names_of, rating_of

GAVE_UP = "-"  # replaces the move in an answer


@dataclass
class PuzzlesPage:
    """The games that have puzzles."""

    books: list[tuple[Meta, PuzzleSet]]
    standings: Mapping[str, PuzzleStanding]
    daily: Puzzle | None
    daily_game: Meta | None
    daily_done: bool


@dataclass
class GamePuzzlesPage:
    """The puzzles of a game."""

    game: Meta
    book: PuzzleSet
    standing: PuzzleStanding
    tried: Mapping[str, bool]
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


@dataclass(frozen=True)
class PuzzleRequest:
    """How a puzzle is shown: to solve, or with `answer` and `step` plies of `line`."""

    theme: str = ""
    answer: str = ""
    line: str = ""
    step: int = -1
    sheet: str = ""
    counted: str = ""  # 1: the answer has changed the rating


@dataclass(frozen=True)
class Solver:
    """The puzzles, and the user who solves them."""

    service: Puzzles
    user: str | None

    def tried(self, puzzle: Puzzle) -> bool | None:
        """Return whether the first try was right, or None if there was none."""
        if self.user is None:
            return None
        return self.service.tries.tried(self.user, puzzle.game).get(puzzle.id)


def build_puzzles_page(solver: Solver) -> PuzzlesPage:
    """Return the context of the list of games."""
    service = solver.service
    daily = service.daily(today())
    return PuzzlesPage(
        books=[(registry.meta(book.game), book) for book in service.books()],
        standings=service.tries.standings(solver.user) if solver.user else {},
        daily=daily,
        daily_game=registry.meta(daily.game) if daily else None,
        daily_done=solver.tried(daily) is not None if daily else False,
    )


def build_game_puzzles_page(solver: Solver, game: str) -> GamePuzzlesPage:
    """Return the context of the list of a game's puzzles."""
    service = solver.service
    book = service.book(game)
    results = [puzzle.difficulty for puzzle in book.puzzles]
    meta = registry.meta(game)
    return GamePuzzlesPage(
        game=meta,
        book=book,
        standing=service.standing(solver.user, game),
        tried=service.tries.tried(solver.user, game) if solver.user else {},
        difficulties={level.label: results.count(level.name) for level in levels()},
        themes=[
            (theme, theme_words(meta, theme), count)
            for theme, count in distinguishing_themes(book).items()
        ],
    )


def build_puzzle_page(
    solver: Solver, game: str, name: str, request: PuzzleRequest
) -> PuzzlePage | str:
    """Return the context of a puzzle, or of its review for users who tried it.

    For the review of an answer that the user has not given, return the address of the puzzle.
    """
    puzzle = solver.service.find(game, name)
    if not request.answer:
        return _puzzle_page(solver, puzzle, request)
    if solver.tried(puzzle) is None:
        return puzzle_address(puzzle, theme=request.theme)
    return _answer_page(solver, puzzle, request)


def answer_puzzle(solver: Solver, game: str, name: str, moves: Sequence[str], theme: str) -> str:
    """Answer with the first move, or give up; return the address of the review."""
    service, value = solver.service, moves[0] if moves else GAVE_UP
    puzzle = service.find(game, name)
    if value != GAVE_UP:
        match = service.views(puzzle).match
        if match.game.parse(value) not in match.state.legal():
            raise NotFound(_("This move is not an option in this puzzle."))
    counted = service.answer(solver.user or "", puzzle, value)
    return puzzle_address(puzzle, theme=theme, answer=value, counted="1" if counted else "")


def daily_address(service: Puzzles) -> str:
    """Return the address of the puzzle of the day (UTC)."""
    result = service.daily(today())
    if result is None:
        raise NotFound(_("There are no puzzles for this game."))
    return puzzle_address(result)


def next_address(solver: Solver, game: str, theme: str) -> str:
    """Return the address of the puzzle that the user should try next."""
    result = solver.service.next(game, solver.user, theme)
    if result is None:
        raise NotFound(_("There are no puzzles of this kind."))
    return puzzle_address(result, theme=theme)


def draw_puzzle(service: Puzzles, game: str, name: str, theme: str) -> str:
    """Return a thumbnail of the position."""
    puzzle = service.find(game, name)
    return thumbnail(service.views(puzzle).at(puzzle.seat, len(puzzle.record.moves)), theme)


def _puzzle_page(solver: Solver, puzzle: Puzzle, request: PuzzleRequest) -> PuzzlePage:
    views = solver.service.views(puzzle)
    names = _names(puzzle)
    offers = offers_of(puzzle, views, names)
    return PuzzlePage(
        **vars(_frame(solver, puzzle, request.theme, offers)),
        **vars(build_puzzle_context(puzzle, views, names, 0, request.sheet)),
        sheet_link=f"?{urlencode({'theme': request.theme})}&sheet=",
    )


def _answer_page(solver: Solver, puzzle: Puzzle, request: PuzzleRequest) -> AnswerPage:
    """Return the context of an answer: its line, the best line, one on the board."""
    service, names, answer = solver.service, _names(puzzle), request.answer
    review = puzzle.answer(answer)
    page = puzzle.answer(request.line) or review or puzzle.best
    views = service.views(puzzle, page.line)
    best = review_answer(
        puzzle, puzzle.best.move, puzzle.best, service.views(puzzle, puzzle.best.line), names
    )
    mine = None
    if answer not in (GAVE_UP, puzzle.best.move):
        lines = service.views(puzzle, review.line if review else ())
        mine = review_answer(puzzle, answer, review, lines, names)
    other = None  # the best wrong move, if the answer was right
    if puzzle.wrong and (mine is None or mine.right):
        next_best = max(puzzle.wrong, key=lambda a: a.value)
        lines = service.views(puzzle, next_best.line)
        other = review_answer(puzzle, next_best.move, next_best, lines, names)
    view = views.at(puzzle.seat, len(puzzle.record.moves)).view
    at = 1 if request.step < 0 else min(request.step, len(page.line))
    rows = {"theme": request.theme, "answer": answer, "line": page.move}
    return AnswerPage(
        **vars(_frame(solver, puzzle, request.theme, Offers())),
        **vars(build_puzzle_context(puzzle, views, names, at, request.sheet)),
        result=_result(puzzle, answer),
        best=best,
        also=[words_of(view, a.move, names) for a in puzzle.answers[1:]],
        mine=mine,
        other=other,
        second=format_percent(max((a.value for a in puzzle.wrong), default=0.0)),
        shown_line=page.move,
        step=at,
        counted=request.counted == "1",
        line_link=lambda move, n: "?" + urlencode({**rows, "line": move, "step": n}),
        sheet_link=f"?{urlencode({**rows, 'step': at})}&sheet=",
    )


def _result(puzzle: Puzzle, answer: str) -> str:
    if answer == GAVE_UP:
        return "gave up"
    return "right" if puzzle.right(answer) else "wrong"


def _frame(solver: Solver, puzzle: Puzzle, theme: str, offers: Offers) -> PuzzleFrame:
    meta = registry.meta(puzzle.game)
    service = solver.service
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
        tried=solver.tried(puzzle),
        standing=service.standing(solver.user, puzzle.game),
        strength=rating_of(puzzle).points,
        difficulty=level_label(puzzle.difficulty),
        themes=[
            (each, theme_words(meta, each))
            for each in distinguishing_themes(service.book(puzzle.game))
            if each in puzzle.themes
        ],
        gave_up=GAVE_UP,
    )


def puzzle_address(puzzle: Puzzle, **query: str) -> str:
    arguments = {key: value for key, value in query.items() if value}
    return f"/puzzles/{puzzle.game}/{puzzle.id}" + (f"?{urlencode(arguments)}" if arguments else "")


def _names(puzzle: Puzzle) -> NamesForReader:
    """Return the names of the seats for the user, who plays the seat to move."""
    return NamesForReader(names_of(puzzle), puzzle.seat)


def today() -> date:
    return datetime.now(UTC).date()
