"""What the parts of a view read of a state, and the facts of a view."""

from __future__ import annotations

from typing import Any

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.log import end_reason
from roundhouse.games.texas.names import WEST_WORDS, hex_id, railroad_label, railroad_row
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.rules.money import dividend
from roundhouse.games.texas.state import (
    BUILDING,
    BUILT,
    DECISIONS,
    INITIAL_AUCTION,
    RAILROADS,
    State,
)


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


def build_facts(t: Table) -> dict[str, Any]:
    """Build the facts of a state."""
    s, board = t.s, t.board
    ids = [hex_id(t.state, n) for n in range(board.hexes)]
    return {
        "round": s.round_number,
        "decisions": {
            name: {"step": s.steps[n], "end": board.last_step[n]}
            for n, name in enumerate(DECISION_IDS)
        },
        "railroads": {RAILROAD_IDS[r]: _build_railroad(t, r) for r in range(RAILROADS)},
        "track": {
            ids[n]: [RAILROAD_IDS[r] for r in range(RAILROADS) if s.reach[r][n] == BUILT]
            for n in range(board.hexes)
            if s.tracks[n]
        },
        "ranches_left": [ids[n] for r, n in enumerate(board.ranch_hex) if s.markers[r]],
        "cash": s.cash[: s.seats],
        "owned": {
            RAILROAD_IDS[r]: [s.owned[n][r] for n in range(s.seats)] for r in range(RAILROADS)
        },
        "ranches": s.ranches[: s.seats],
        "auction": _build_auction(t) if t.selling else None,
        "mover": s.mover if s.turn >= 0 and s.phase != INITIAL_AUCTION else None,
        "running": RAILROAD_IDS[s.running] if s.phase == BUILDING else None,
        "builds": s.builds,
        "end": end_reason(board, s) if s.turn == OVER else "",
    }


def _build_auction(t: Table) -> dict[str, Any]:
    s = t.s
    return {
        "railroad": RAILROAD_IDS[s.selling],
        "price": s.price,
        "floor": s.floor,
        "best": s.best_seat if s.best_seat != NO_SEAT else None,
        "opener": s.opener,
        "in": [n for n in range(s.seats) if s.bidders[n]],
    }


def _build_railroad(t: Table, railroad: int) -> dict[str, Any]:
    s, board = t.s, t.board
    return {
        "open": s.reach[railroad][board.start_hex[railroad]] == BUILT,
        "income": s.income[railroad],
        "treasury": s.treasury[railroad],
        "sold": s.sold[railroad],
        "shares": board.shares[railroad],
        "dividend": dividend(s, railroad),
        "track_left": s.cubes[railroad],
        "west": WEST_WORDS.get(s.west[railroad], ""),
    }
