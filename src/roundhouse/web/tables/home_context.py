"""What the home page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.styles import Style
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.play.puzzles import Puzzle
from roundhouse.web.learning.puzzle_standing import PuzzleStanding

Row = Mapping[str, Any]


@dataclass
class HomePage:
    """The games, my tables, open tables."""

    games: list[Meta]
    mine: Sequence[Row]
    turns: Set[str]  # my tables at which I can decide
    ends: dict[str, str]
    usual: str
    styles: list[Style]
    open: Sequence[Row]
    titles: dict[str, str]
    now: float
    lessons: dict[str, Lesson]
    daily: Puzzle | None
    daily_done: bool
    progress: list[ProgressLine]
    streak: int  # games won in a row
    resume: Row | None  # the game that waits for the user


@dataclass(frozen=True)
class ProgressLine:
    """A user's ratings in a game; None: not played, no puzzle solved."""

    title: str
    game: str
    rating: int | None
    puzzles: PuzzleStanding | None
