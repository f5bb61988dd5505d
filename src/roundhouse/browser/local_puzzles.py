"""The attempts at puzzles on this device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from roundhouse.browser.documents import Document, Documents
from roundhouse.web.learning.puzzle_standing import PuzzleStanding
from roundhouse.web.tournaments.ratings import Rating


class LocalTries:
    """Attempts as one document per game. Only the first attempt at a puzzle counts."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def standings(self, user: str) -> dict[str, PuzzleStanding]:
        rows = self._documents.all("puzzles").items()
        return {game: _standing(row) for game, row in rows}

    def tried(self, user: str, game: str) -> dict[str, bool]:
        row = self._documents.get("puzzles", game)
        return dict(row["tried"]) if row else {}

    def add(
        self,
        user: str,
        game: str,
        puzzle: str,
        move: str,
        right: bool,
        after: Callable[[PuzzleStanding], PuzzleStanding],
    ) -> bool:
        tried = self.tried(user, game)
        if puzzle in tried:
            return False
        standing = after(self.standings(user).get(game, PuzzleStanding()))
        row = {"tried": {**tried, puzzle: right}, "standing": asdict(standing)}
        self._documents.put("puzzles", game, row)
        return True


def _standing(row: Document) -> PuzzleStanding:
    fields = dict(row["standing"])
    return PuzzleStanding(rating=Rating(**fields.pop("rating")), **fields)
