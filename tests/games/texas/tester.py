"""A game of Texas & Pacific for tests: play moves, or arrange a position."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.game_tester import GameTester

from roundhouse.games.texas.invariants import find_violations
from roundhouse.games.texas.rules.track import lay_track
from roundhouse.games.texas.rules.turns import begin_turn, clear_auction
from roundhouse.games.texas.state import BUILT, GHH, TP, BoardLayout, StateLayout


class TexasTester(GameTester):
    """A game that checks the invariants after every move."""

    find_violations = staticmethod(find_violations)
    board: BoardLayout

    @property
    def s(self) -> StateLayout:
        py_state: StateLayout = self.state.py_state
        return py_state

    def hex_index(self, name: str) -> int:
        return [row["id"] for row in self.game.board_file.data["hex"]].index(name)

    def buildable_hexes(self) -> list[str]:
        """Return the hexes in which the railroad may build now."""
        return [words.split()[1] for words in self.legal() if words.startswith("build")]

    def play_unchecked(self, *moves: str) -> TexasTester:
        """Play moves without checking invariants, for positions no game can reach."""
        for words in moves:
            self.state.apply(self.game.parse(words))
        return self

    def edit(self, change: Callable[[StateLayout], None]) -> TexasTester:
        """Continue from a copy of this position after `change` edited it."""
        s = self.s.copy()
        change(s)
        self.state = self.game.unpack(s.pack())
        return self

    def start_first_turn(self) -> TexasTester:
        """Skip the initial auctions; seats 0 and 1 own two railroads each for $10."""

        def change(s: StateLayout) -> None:
            clear_auction(s)
            for railroad in range(TP):
                s.owned[railroad % 2][railroad] = s.sold[railroad] = 1
                s.treasury[railroad] = 10
            begin_turn(s, GHH)

        return self.edit(change)

    def open_tp(self) -> TexasTester:
        """Open T&P with $40 after six ranches; seat 0 owns its certificate."""

        def change(s: StateLayout) -> None:
            s.claimed = s.ranches[1] = 6
            for ranch in range(6):
                s.markers[ranch] = 0
            s.income[TP], s.sold[TP], s.treasury[TP] = 2, 1, 40
            s.owned[0][TP] = 1
            lay_track(self.board, s, TP, self.board.start_hex[TP])

        return self.edit(change)

    def lay_track(self, railroad: int, *names: str) -> TexasTester:
        """Add track and its income without paying for it."""

        def change(s: StateLayout) -> None:
            for name in names:
                n = self.hex_index(name)
                assert s.reach[railroad][n] != BUILT
                lay_track(self.board, s, railroad, n)
                s.income[railroad] += self.board.gain[n]
                s.cubes[railroad] -= 1

        return self.edit(change)


NewTester = Callable[[int], TexasTester]
