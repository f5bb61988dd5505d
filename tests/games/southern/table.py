"""A table of Southern Pacific to try rules on: play words, or lay a position by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from tests.games.trial import Trial

from roundhouse.core.game import Game
from roundhouse.games.southern.laws import broken
from roundhouse.games.southern.rules.network import gain_link
from roundhouse.games.southern.rules.shares import transfer_share
from roundhouse.games.southern.state import Board, Scratch, State


class Table(Trial):
    """A game whose every move is checked against the laws."""

    broken = staticmethod(broken)
    board: Board

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats)
        self.railroads = [row["id"] for row in game.board_file.data["railroad"]]
        self.links = [row["id"] for row in game.board_file.data["link"]]

    @property
    def twin(self) -> State:
        twin: State = self.state.twin
        return twin

    def play(self, *moves: str) -> Self:
        """Each move is "seat words"; chance is "*"."""
        for move in moves:
            seat, words = move.split(" ", 1)
            assert self.turn == (-1 if seat == "*" else int(seat)), move
            super().play(words)
        return self

    def lay(self, s: State) -> Self:
        """Go on from this position."""
        self.state = self.game.unpack(s.pack())
        return self

    def of(self, field: str, railroad: str) -> int:
        """A railroad's entry of a table of the state."""
        return int(getattr(self.twin, field)[self.railroads.index(railroad)])


Start = Callable[[int], Table]
Arrange = Callable[..., Table]


def arranged(
    game: Game,
    phase: int,
    railroad: str,
    *,
    seats: int = 3,
    cash: Sequence[int] = (),
    shares: Mapping[str, list[int]] | None = None,
    treasury: Mapping[str, int] | None = None,
    track: Mapping[str, list[str]] | None = None,
    round_number: int = 1,
    **fields: int,
) -> Table:
    """A position written down: phase and railroad, then what is on the table."""
    table = Table(game, seats)
    s = table.twin.copy()
    for seat, money in enumerate(cash):
        s.cash[seat] = money
    for n, name in enumerate(table.railroads):
        # Buyers of one free share each, the first of them president, unless said otherwise.
        for seat in (shares or {}).get(name, [n % seats]):
            transfer_share(s, n, seat, 0)
        s.treasury[n] = (treasury or {}).get(name, 0)
        for link in (track or {}).get(name, []):
            gain_link(table.board, s, Scratch(), n, table.links.index(link))
    s.phase, s.round_number = phase, round_number
    s.railroad = table.railroads.index(railroad)
    s.turn = s.president[s.railroad]
    for field, number in fields.items():
        setattr(s, field, number)
    assert broken(table.board, None, "", s) == []
    return table.lay(s)
