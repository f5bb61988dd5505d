"""A puzzle as its page shows it: the position and, after an answer, the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.bots.registry import levels
from roundhouse.core.formats import format_percent
from roundhouse.core.meta import Meta
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.puzzles import Puzzle, PuzzleAnswer, PuzzleSet
from roundhouse.table.presentation.choices import Offers, arrange
from roundhouse.table.presentation.log import LogLine, log_lines
from roundhouse.table.presentation.markup import rich
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import PositionContext, build_page_context
from roundhouse.table.presentation.reasons import describe_facts, describe_line, describe_route

LOG_LINES = 12  # before the decision
_PARTS = {"opening": mark("opening"), "middle": mark("middle game"), "ending": mark("endgame")}


@dataclass(frozen=True)
class AnswerReview:
    """An answer: its text, its winning chance, and how the game may continue."""

    move: str
    words: Markup  # with the steps of the same seat that follow at once
    facts: Markup  # what the move does, as the choice said
    pays: Markup  # what the line pays, and to whom
    right: bool
    worth: str  # winning chance; empty: unknown
    known: bool  # whether a line is known
    line: list[LogLine]  # by step, starting at 1


@dataclass(kw_only=True)
class PuzzleContext(PositionContext):
    """The position of a puzzle, or one along a line."""

    ply: int
    log: list[LogLine]
    last_step: int


def build_puzzle_context(
    puzzle: Puzzle, views: MatchViews, names: Sequence[str], step: int, sheet: str
) -> PuzzleContext:
    """Return the context of the position, or of a position `step` plies along a line."""
    at = min(len(puzzle.record.moves) + step, views.match.ply)
    now = views.at(puzzle.seat, at)
    before = views.at(puzzle.seat, at - 1) if at else None
    log, _ = views.recent_log(puzzle.seat, LOG_LINES + views.match.ply - at)
    items = [line for line in log if line[0] < at]
    return PuzzleContext(
        **vars(build_page_context(now, before, names, sheet)),
        ply=at,
        log=log_lines(items[-LOG_LINES:], names, at - 1 if step else None),
        last_step=views.match.ply - len(puzzle.record.moves),
    )


def offers_of(puzzle: Puzzle, views: MatchViews, names: Sequence[str]) -> Offers:
    """Return the choices of the puzzle."""
    return arrange(views.at(puzzle.seat, len(puzzle.record.moves)).view, names)


def review_answer(
    puzzle: Puzzle, move: str, answer: PuzzleAnswer | None, views: MatchViews, names: Sequence[str]
) -> AnswerReview:
    """Return the review of an answer; `views` includes its line."""
    begin = len(puzzle.record.moves)
    view = views.at(puzzle.seat, begin).view
    line = [
        LogLine(ply - begin + 1, rich(message, names))
        for ply, message in views.log(puzzle.seat)
        if ply >= begin
    ]
    worth = "" if answer is None else format_percent(answer.value)
    return AnswerReview(
        move,
        describe_route(views, puzzle.seat, begin, move, names),
        describe_facts(view, move, names),
        describe_line(views, puzzle.seat, begin, views.match.ply, names) if line else Markup(""),
        puzzle.right(move),
        worth,
        answer is not None,
        line if answer is not None else [],
    )


def distinguishing_themes(book: PuzzleSet) -> dict[str, int]:
    """Return the themes that not all puzzles share."""
    return {theme: n for theme, n in book.themes.items() if n < len(book.puzzles)}


def theme_words(meta: Meta, theme: str) -> str:
    """Return the display name of a theme."""
    return _(_PARTS[theme]) if theme in _PARTS else meta.theme_words(theme)


def level_label(name: str) -> str:
    return next((level.label for level in levels() if level.name == name), name)
