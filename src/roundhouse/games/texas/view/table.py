"""A state with the names that its texts need."""

from __future__ import annotations

from roundhouse.games.texas.names import railroad_label, railroad_row
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.state import DECISIONS, RAILROADS, State


class Table:
    """The state, the board, and the names of railroads and hexes."""

    def __init__(self, state: State) -> None:
        self.state, self.s, self.board = state, state.py_state, state.board
        self.labels = [railroad_label(state, r) for r in range(RAILROADS)]
        self.marks = [railroad_row(state, r)["rgb"] for r in range(RAILROADS)]
        self.selling = self.s.turn >= 0 and in_auction(self.s)
        self._places: list[str] | None = None

    def place(self, hex_: int) -> str:
        """Return the name of a hex."""
        if self._places is None:
            self._places = list(place_names(self.state.game.board_file.data).values())
        return self._places[hex_]

    def dividends_left(self) -> int:
        """Return how many General Dividends there can still be at most."""
        return self.board.rounds - self.s.round_number + 1

    def ends_round(self, decision: int = -1) -> bool:
        """Return whether the round ends with this Decision, or with the current one (-1)."""
        at_end = 0
        for each in range(DECISIONS):
            at_end += self.s.steps[each] + (each == decision) >= self.board.last_step[each]
        return at_end >= 2
