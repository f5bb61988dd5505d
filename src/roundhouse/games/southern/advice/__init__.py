"""Advice on Southern Pacific: what a position is worth, and what is worth trying.

worth        what a railroad, a share, a dollar and a link are worth
evaluation   what each seat may expect in the end
preference   how readily a sensible player does something
"""

from __future__ import annotations

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.southern.advice.evaluation import value
from roundhouse.games.southern.advice.preference import hunch, prefer

__all__ = ["LADDER", "SEARCH", "hunch", "prefer", "value"]

# Longer playouts won more games, and so did a keener look: docs/bots.md
SEARCH = SearchSettings(turns=60, keen=4, sure=0.85)
# Steps of about the same height: docs/bots.md.
LADDER = Ladder(
    easy=Rung(100, 0.21),
    medium=Rung(700, 0.09),
    hard=Rung(2_500, 0.03),
    expert=Rung(8_000, trust=0.5),
)
