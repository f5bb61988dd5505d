"""A table to set positions up on and play words at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import roundhouse
from roundhouse.core.game import Game, Position
from roundhouse.games.southern.laws import broken
from roundhouse.games.southern.network import gain_link
from roundhouse.games.southern.rules import transfer_share
from roundhouse.games.southern.state import Position as Record


class Table:
    """A game's state with short words for what tests do to it."""

    def __init__(self, game: Game, state: Position) -> None:
        self.game, self.state = game, state
        self.railroads = [row["id"] for row in game.board_file.data["railroad"]]
        self.links = [row["id"] for row in game.board_file.data["link"]]

    @property
    def record(self) -> Any:
        return self.state.twin

    @property
    def words(self) -> list[str]:
        return [self.game.text(action) for action in self.state.legal()]

    def play(self, *moves: str) -> None:
        """Each move is "seat words"; chance is "*". Laws are checked after each."""
        for move in moves:
            seat, words = move.split(" ", 1)
            assert self.state.turn == (-1 if seat == "*" else int(seat)), move
            before = self.state.twin.copy()
            self.state.apply(self.game.parse(words))
            assert broken(self.game.board, before, words, self.record) == [], move

    def of(self, field: str, railroad: str) -> int:
        """A railroad's entry of a table of the record."""
        return int(getattr(self.record, field)[self.railroads.index(railroad)])


@pytest.fixture(scope="session")
def game() -> Game:
    return roundhouse.load("southern", speed="interpreted")


@pytest.fixture
def start(game: Game) -> Callable[[int], Table]:
    return lambda seats: Table(game, game.start(seats))


@pytest.fixture
def arrange(game: Game) -> Callable[..., Table]:
    """A position written down: phase and railroad, then what is on the table."""

    def make(
        phase: int,
        railroad: str,
        *,
        seats: int = 3,
        cash: list[int] | None = None,
        shares: dict[str, list[int]] | None = None,
        treasury: dict[str, int] | None = None,
        track: dict[str, list[str]] | None = None,
        round_number: int = 1,
        **fields: int,
    ) -> Table:
        table = Table(game, game.start(seats))
        s: Record = table.record.copy()
        board: Any = game.board
        for seat, money in enumerate(cash or []):
            s.cash[seat] = money
        for n, name in enumerate(table.railroads):
            # Buyers of one free share each, the first of them president, unless said otherwise.
            for seat in (shares or {}).get(name, [n % seats]):
                transfer_share(s, n, seat, 0)
            s.treasury[n] = (treasury or {}).get(name, 0)
            for link in (track or {}).get(name, []):
                gain_link(board, s, n, table.links.index(link))
        s.phase, s.round_number = phase, round_number
        s.railroad = table.railroads.index(railroad)
        s.turn = s.president[s.railroad]
        for name, number in fields.items():
            setattr(s, name, number)
        assert broken(board, None, "", s) == []
        return Table(game, game.unpack(s.pack()))

    return make
