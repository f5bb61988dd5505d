"""How well a user solves puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from roundhouse.web.tournaments.ratings import Rating

NEWCOMER = Rating()


@dataclass(frozen=True)
class PuzzleStanding:
    """How well a user solves the puzzles of a game.

    `rating.games` counts the attempts.
    """

    rating: Rating = NEWCOMER
    solved: int = 0
    streak: int = 0  # correct answers in a row
    longest: int = 0


class Tries(Protocol):
    """Where the attempts at puzzles are kept. Only the first attempt counts."""

    def standings(self, user: str) -> Mapping[str, PuzzleStanding]:
        """Return a user's standing in each game."""

    def tried(self, user: str, game: str) -> Mapping[str, bool]:
        """Return the puzzles a user has tried, and whether each answer was right."""

    def add(
        self,
        user: str,
        game: str,
        puzzle: str,
        move: str,
        right: bool,
        after: Callable[[PuzzleStanding], PuzzleStanding],
    ) -> bool:
        """Store a first attempt and its standing; return False if there was one."""
