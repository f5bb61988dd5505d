"""A table to try rules on: play words, or lay a position by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.trial import Trial

from roundhouse.games.texas.laws import broken
from roundhouse.games.texas.rules.track import lay_track
from roundhouse.games.texas.rules.turns import begin_turn, clear_auction
from roundhouse.games.texas.state import BUILT, GHH, TP, Board, State


class Table(Trial):
    """A game of Texas & Pacific whose every move is checked against the laws."""

    broken = staticmethod(broken)
    board: Board

    @property
    def s(self) -> State:
        twin: State = self.state.twin
        return twin

    def hex(self, name: str) -> int:
        return [row["id"] for row in self.game.board_file.data["hex"]].index(name)

    def builds(self) -> list[str]:
        """The hexes in which track may be built now."""
        return [words.split()[1] for words in self.legal() if words.startswith("build")]

    def play_loose(self, *moves: str) -> Table:
        """Without the laws, for positions laid by hand that no play leads to."""
        for words in moves:
            self.state.apply(self.game.parse(words))
        return self

    def edit(self, change: Callable[[State], None]) -> Table:
        """Lay another position: `change` gets a copy of this one."""
        s = self.s.copy()
        change(s)
        self.state = self.game.unpack(s.pack())
        return self

    def open_table(self) -> Table:
        """Initial auctions done: seat 0 has ghh and mp, seat 1 katy and sp, each for $10."""

        def change(s: State) -> None:
            clear_auction(s)
            for railroad in range(TP):
                s.owned[railroad % 2][railroad] = s.sold[railroad] = 1
                s.treasury[railroad] = 10
            begin_turn(s, GHH)

        return self.edit(change)

    def open_tp(self) -> Table:
        """Six ranches are claimed and T&P is open; seat 0 has its certificate, it has $40."""

        def change(s: State) -> None:
            s.claimed = s.ranches[1] = 6
            for ranch in range(6):
                s.markers[ranch] = 0
            s.income[TP], s.sold[TP], s.treasury[TP] = 2, 1, 40
            s.owned[0][TP] = 1
            lay_track(self.board, s, TP, self.board.start_hex[TP])

        return self.edit(change)

    def track(self, railroad: int, *names: str) -> Table:
        """Track that is already there, with what it earns."""

        def change(s: State) -> None:
            for name in names:
                n = self.hex(name)
                assert s.reach[railroad][n] != BUILT
                lay_track(self.board, s, railroad, n)
                s.income[railroad] += self.board.gain[n]
                s.cubes[railroad] -= 1

        return self.edit(change)


NewTable = Callable[[int], Table]
