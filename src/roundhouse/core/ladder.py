"""The strength of each bot level; games override it with `LADDER` in `advice.py`.

Iterations are worth more in some games than in others. Each game has its own numbers, so that the
levels are about equally far apart.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Rung:
    """The settings of one level."""

    iterations: int  # search iterations per move
    error_rate: float = 0.0  # share of moves that are sampled from `action_prior`
    network_weight: float = 0.0  # factor of the network's weights in the search; 0: no network


@dataclass(frozen=True)
class Ladder:
    """The levels above the lowest one, which looks only one move ahead.

    The highest level uses a network if the game has one. The level below may use the same network
    with a lower weight.
    """

    easy: Rung = Rung(60, 0.25)
    medium: Rung = Rung(250, 0.15)
    hard: Rung = Rung(1_500, 0.05)
    expert: Rung = Rung(8_000)
    master: Rung = Rung(40_000, network_weight=1.0)

    def rungs(self) -> dict[str, Rung]:
        """Return the rungs by the name of their level."""
        return {f.name: getattr(self, f.name) for f in fields(self)}
