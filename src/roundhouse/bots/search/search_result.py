"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RootMove:
    """A move at the root of a search."""

    action: int
    visits: int
    shares: tuple[float, ...]  # expected share of the win of each seat
    prior: float  # before any search


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, most visited move first."""

    moves: tuple[RootMove, ...]
    shares: tuple[float, ...]  # expected share of the win of each seat, at the root
    iterations: int  # of this search, without those kept from the last one
    decisions: int  # plies in the tree and in rollouts
    seconds: float
    # The most visited line as (seat, action), without forced moves and chance.
    principal_variation: tuple[tuple[int, int], ...]

    @property
    def best(self) -> int:
        """The most visited action."""
        return self.moves[0].action

    @property
    def ambiguity(self) -> float:
        """The visits of the second move divided by those of the first, from 0 to 1."""
        if len(self.moves) < 2 or self.moves[0].visits == 0:
            return 0.0
        return self.moves[1].visits / self.moves[0].visits
