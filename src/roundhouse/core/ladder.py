"""How far the levels of bots think; a room says where its own are otherwise (`LADDER`, advice.py).

What so many iterations are worth differs from game to game: the same numbers everywhere would be a
small step up in one game and a cliff in another.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Rung:
    """How one level thinks."""

    iterations: int
    error: float = 0.0  # of its moves are drawn by `prefer`
    trust: float = 0.0  # of what a guided search trusts its network with; 0: it searches without


@dataclass(frozen=True)
class Ladder:
    """The levels above the lowest, which only looks one move ahead: in a room that has measured
    them, steps of about the same height. The highest is guided by a network, where there is one;
    where that is a long way up, the one before it may trust the same network with less."""

    easy: Rung = Rung(60, 0.25)
    medium: Rung = Rung(250, 0.15)
    hard: Rung = Rung(1_500, 0.05)
    expert: Rung = Rung(8_000)
    master: Rung = Rung(40_000, trust=1.0)

    def rungs(self) -> dict[str, Rung]:
        """By the name of the level."""
        return {f.name: getattr(self, f.name) for f in fields(self)}
