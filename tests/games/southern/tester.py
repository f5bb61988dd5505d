"""A game of Southern Pacific for tests: play moves, or arrange a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from tests.games.game_tester import GameTester

from roundhouse.core.game import Game
from roundhouse.games.southern.invariants import find_violations
from roundhouse.games.southern.rules.network import gain_link
from roundhouse.games.southern.rules.shares import transfer_share
from roundhouse.games.southern.state import BoardLayout, ScratchLayout, StateLayout


class SouthernTester(GameTester):
    """A game that checks the invariants after every move."""

    find_violations = staticmethod(find_violations)
    board: BoardLayout

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(game, seats)
        self.railroads = [row["id"] for row in game.board_file.data["railroad"]]
        self.links = [row["id"] for row in game.board_file.data["link"]]

    @property
    def py_state(self) -> StateLayout:
        py_state: StateLayout = self.state.py_state
        return py_state

    def play(self, *moves: str) -> Self:
        """Play moves of the form "seat words"; chance is "*"."""
        for move in moves:
            seat, words = move.split(" ", 1)
            assert self.turn == (-1 if seat == "*" else int(seat)), move
            super().play(words)
        return self

    def load_state(self, s: StateLayout) -> Self:
        """Continue from this position."""
        self.state = self.game.unpack(s.pack())
        return self

    def value_of(self, field: str, railroad: str) -> int:
        """Return a railroad's value of a state field."""
        return int(getattr(self.py_state, field)[self.railroads.index(railroad)])


NewTester = Callable[[int], SouthernTester]
Arrange = Callable[..., SouthernTester]


@dataclass(frozen=True)
class Holdings:
    """What railroads have, by their ids."""

    shares: Mapping[str, list[int]] = field(default_factory=dict)  # seats that own one each
    treasury: Mapping[str, int] = field(default_factory=dict)
    track: Mapping[str, list[str]] = field(default_factory=dict)


NO_HOLDINGS = Holdings()


def arrange_position(
    game: Game,
    phase: int,
    railroad: str,
    holdings: Holdings = NO_HOLDINGS,
    *,
    seats: int = 3,
    cash: Sequence[int] = (),
    **fields: int,
) -> SouthernTester:
    """Arrange a position from its phase, railroad, holdings, money and other fields."""
    tester = SouthernTester(game, seats)
    s = tester.py_state.copy()
    for seat, money in enumerate(cash):
        s.cash[seat] = money
    for n, name in enumerate(tester.railroads):
        # Seats that own a share each; the first becomes president.
        for seat in holdings.shares.get(name, [n % seats]):
            transfer_share(s, n, seat, 0)
        s.treasury[n] = holdings.treasury.get(name, 0)
        for link in holdings.track.get(name, []):
            gain_link(tester.board, s, ScratchLayout(), n, tester.links.index(link))
    s.phase, s.round_number = phase, 1
    s.railroad = tester.railroads.index(railroad)
    s.turn = s.president[s.railroad]
    for name, number in fields.items():
        setattr(s, name, number)
    assert find_violations(tester.board, None, "", s) == []
    return tester.load_state(s)
