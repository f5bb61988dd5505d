"""Advice on Pacific Rails Inc.: what a position is worth, and what is worth trying."""

from __future__ import annotations

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.rails.advice.moves import hunch, prefer
from roundhouse.games.rails.advice.positions import value

__all__ = ["LADDER", "SEARCH", "hunch", "prefer", "value"]

# Both were chosen in games against other values: docs/bots.md.
SEARCH = SearchSettings(turns=16, trust=0.6)
# Steps of about the same height: docs/bots.md.
LADDER = Ladder(
    easy=Rung(30, 0.28),
    medium=Rung(200, 0.165),
    hard=Rung(1_300, 0.055),
    expert=Rung(8_000, trust=0.33),
)
