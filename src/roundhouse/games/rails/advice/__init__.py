"""Advice on Pacific Rails Inc.: what a position is worth, and what is worth trying."""

from __future__ import annotations

from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.rails.advice.moves import hunch, prefer
from roundhouse.games.rails.advice.positions import value

__all__ = ["SEARCH", "hunch", "prefer", "value"]

# Both were chosen in games against other values: docs/bots.md.
SEARCH = SearchSettings(turns=16, trust=0.3)
