"""A position taken apart once, for everything that is said about it."""

from __future__ import annotations

from roundhouse.games.texas.names import railroad_label, railroad_row
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.state import DECISIONS, RAILROADS, Position


class Table:
    """The state, the board, and what railroads and hexes are called."""

    def __init__(self, position: Position) -> None:
        self.position, self.s, self.board = position, position.twin, position.board
        self.labels = [railroad_label(position, r) for r in range(RAILROADS)]
        self.marks = [railroad_row(position, r)["rgb"] for r in range(RAILROADS)]
        self.selling = self.s.turn >= 0 and in_auction(self.s)
        self._places: list[str] | None = None

    def place(self, hex_: int) -> str:
        """A hex in words."""
        if self._places is None:
            self._places = list(place_names(self.position.game.board_file.data).values())
        return self._places[hex_]

    def dividends_left(self) -> int:
        """How many General Dividends there can still be."""
        return self.board.rounds - self.s.round_number + 1

    def ends_round(self, decision: int = -1) -> bool:
        """Whether the round ends with this Decision, or (-1) with the one that is being made."""
        at_end = 0
        for each in range(DECISIONS):
            at_end += self.s.steps[each] + (each == decision) >= self.board.last_step[each]
        return at_end >= 2
