"""A puzzle as its page prints it: the position, and after an answer why it was right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from roundhouse.bots.registry import levels
from roundhouse.core.meta import Meta
from roundhouse.core.view import View
from roundhouse.play.puzzles import Answer, Puzzle, PuzzleBook
from roundhouse.web.show.choices import Offers, arrange, offer_of
from roundhouse.web.show.log import LogLine, log_lines
from roundhouse.web.show.markup import rich
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.show.scene import scene

LOG_LINES = 12  # of what happened before the decision
_PARTS = {
    "opening": "the opening of the game",
    "middle": "the middle of the game",
    "ending": "the end of the game",
}


@dataclass(frozen=True)
class Told:
    """What an answer comes to: its words, its worth, and how the game may go on after it."""

    move: str
    words: Markup
    right: bool
    worth: str  # of the win; empty: not known
    known: bool  # whether there is a line
    line: list[LogLine]  # by step, from 1 on


def words_of(view: View, move: str, names: Sequence[str]) -> Markup:
    """A move as the seat is offered it."""
    offered = offer_of(view, move, names)
    if offered is None:
        return rich(move, names)
    heading, offer = offered
    return Markup("{}: {}").format(heading, offer.label) if heading else offer.label


def puzzle_scene(
    puzzle: Puzzle, views: MatchViews, names: Sequence[str], step: int, sheet: str
) -> dict[str, Any]:
    """The position through the seat's eyes, or `step` plies on along a line."""
    at = min(len(puzzle.record.moves) + step, views.match.ply)
    now = views.at(puzzle.seat, at)
    before = views.at(puzzle.seat, at - 1) if at else None
    log, _ = views.recent_log(puzzle.seat, LOG_LINES + views.match.ply - at)
    shown = [line for line in log if line[0] < at]
    return {
        **scene(now, before, names, sheet),
        "ply": at,
        "log": log_lines(shown[-LOG_LINES:], names, at - 1 if step else None),
        "last_step": views.match.ply - len(puzzle.record.moves),
    }


def offers_of(puzzle: Puzzle, views: MatchViews, names: Sequence[str]) -> Offers:
    """What the seat may answer."""
    return arrange(views.at(puzzle.seat, len(puzzle.record.moves)).view, names)


def told(
    puzzle: Puzzle, move: str, answer: Answer | None, views: MatchViews, names: Sequence[str]
) -> Told:
    """What there is to say about an answer; `views` has its line played out."""
    begin = len(puzzle.record.moves)
    view = views.at(puzzle.seat, begin).view
    line = [
        LogLine(ply - begin + 1, rich(said, names))
        for ply, said in views.log(puzzle.seat)
        if ply >= begin
    ]
    worth = "" if answer is None else f"{answer.value:.0%}"
    return Told(
        move,
        words_of(view, move, names),
        puzzle.right(move),
        worth,
        answer is not None,
        line if answer is not None else [],
    )


def telling(book: PuzzleBook) -> dict[str, int]:
    """The themes that tell puzzles apart: one that all of them have does not."""
    return {theme: n for theme, n in book.themes.items() if n < len(book.puzzles)}


def theme_words(box: Meta, theme: str) -> str:
    """A theme as people say it: a part of the game, or what the game calls it."""
    return _PARTS.get(theme) or box.theme_words(theme)


def level_label(name: str) -> str:
    return next((level.label for level in levels() if level.name == name), name)
