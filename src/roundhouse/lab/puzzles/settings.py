"""What counts as a puzzle, and how it is looked for. The file of puzzles keeps these numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

# Not all levels there are: a higher one made later would not have tried the puzzles of today.
TRIED = ("beginner", "easy", "medium", "hard", "expert")


@dataclass(frozen=True)
class PuzzleSettings:
    """Shares of the win, and iterations of a search."""

    game: str
    seats: int
    seed: int = 0
    bots: tuple[str, ...] = ("hard",)  # who play the games
    options: tuple[tuple[str, str], ...] = ()
    hopeful: float = 0.1  # a gap in the player's own thoughts that makes a decision worth a look
    gap: float = 0.15  # by which the best must beat the best that is not accepted
    errors: float = 4.0  # standard errors that the gap must have, over the cheap searches
    close: float = 0.03  # what comes so near to the best is right as well
    cheap: int = 8_000  # iterations of each of the searches that filter
    searches: int = 6  # of those, with other seeds: their means and standard errors count
    longer: tuple[int, ...] = (64_000, 256_000)  # searches that must find the same
    least_visits: int = 20  # a move that a search hardly looked at has no value there
    most_a_game: int = 4  # puzzles of one game
    easiest_a_game: int = 1  # ... of which the weakest level finds so many
    apart: int = 3  # plies between two puzzles of one game
    line: int = 1_500  # iterations for each decision of a line that is played on
    levels: tuple[str, ...] = TRIED  # that try it, weakest first

    def as_data(self) -> dict[str, Any]:
        """For a file's head: everything but what the head says anyway."""
        data = asdict(self)
        for known in ("game", "options"):
            del data[known]
        return {key: list(v) if isinstance(v, tuple) else v for key, v in data.items()}
