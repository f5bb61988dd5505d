"""The criteria of a puzzle and the searches that apply them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

# Fixed here, so that a level added later does not change which levels graded a puzzle file.
GRADING_LEVELS = ("beginner", "easy", "medium", "hard", "expert")

# The names of settings in the header of a puzzle file, where they differ.
STORED_NAMES = {
    "min_player_gap": "hopeful",
    "min_gap": "gap",
    "min_standard_errors": "errors",
    "accepted_margin": "close",
    "filter_iterations": "cheap",
    "filter_searches": "searches",
    "confirm_iterations": "longer",
    "min_visits": "least_visits",
    "max_per_game": "most_a_game",
    "max_easiest_per_game": "easiest_a_game",
    "min_plies_apart": "apart",
    "line_iterations": "line",
}


@dataclass(frozen=True)
class PuzzleSettings:
    """The settings of a puzzle file.

    Gaps and margins are shares of the win.
    """

    game: str
    seats: int
    seed: int = 0
    bots: tuple[str, ...] = ("hard",)  # that play the games
    options: tuple[tuple[str, str], ...] = ()
    min_player_gap: float = 0.1  # in the player's own search, for a decision to be filtered
    min_gap: float = 0.15  # between the best move and the best move that is not accepted
    min_standard_errors: float = 4.0  # of the gap, over the filter searches
    accepted_margin: float = 0.03  # moves this close to the best are accepted too
    filter_iterations: int = 8_000  # of each filter search
    filter_searches: int = 6  # with different seeds
    confirm_iterations: tuple[int, ...] = (64_000, 256_000)  # of the searches that must agree
    min_moves: int = 2  # legal ones; two are a toss-up for a player
    min_visits: int = 20  # of a move, for its value to count
    max_per_game: int = 4  # puzzles
    max_easiest_per_game: int = 1  # puzzles that the weakest level solves; 0: do not search them
    min_level: str = GRADING_LEVELS[0]  # weaker levels must not solve a puzzle
    min_plies_apart: int = 3  # between two puzzles of one game
    line_iterations: int = 1_500  # for each decision of a continuation
    levels: tuple[str, ...] = GRADING_LEVELS  # that try each puzzle, weakest first

    @property
    def excluded_levels(self) -> tuple[str, ...]:
        """The levels that must not solve a puzzle, weakest first."""
        number = self.levels.index(self.min_level)
        if not self.max_easiest_per_game:
            number = max(number, 1)
        return self.levels[:number]

    def as_data(self) -> dict[str, Any]:
        """Return the settings for the header, without those it states separately."""
        data = asdict(self)
        for name in ("game", "options"):
            del data[name]
        return {
            STORED_NAMES.get(name, name): list(value) if isinstance(value, tuple) else value
            for name, value in data.items()
        }
