"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RootMove:
    """A move at the root of a search."""

    action: int
    visits: int
    shares: tuple[float, ...]  # expected share of the win of each seat
    prior: float  # how readily the room would play it, before any search


@dataclass(frozen=True)
class Verdict:
    """What a search found, best move first."""

    moves: tuple[RootMove, ...]
    shares: tuple[float, ...]  # of the position
    iterations: int  # of this search, without what was kept of the last one
    decisions: int  # played in the tree and in playouts
    seconds: float
    line: tuple[tuple[int, int], ...]  # (seat, action) most looked at, without forced and chance

    @property
    def best(self) -> int:
        return self.moves[0].action

    @property
    def doubt(self) -> float:
        """How close it was: 0 when one move stood out, 1 when the next was worth as many visits."""
        if len(self.moves) < 2 or self.moves[0].visits == 0:
            return 0.0
        return self.moves[1].visits / self.moves[0].visits
