"""Heuristics of Pacific Rails Inc.: state evaluation, move priors and bot levels."""

from __future__ import annotations

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.search_params import SearchParams
from roundhouse.games.rails.advice.moves import action_context, action_prior
from roundhouse.games.rails.advice.positions import evaluate

__all__ = ["LADDER", "SEARCH", "action_context", "action_prior", "evaluate"]

# Both values were chosen by playing matches: lab/2026-11-15-search-settings.md.
SEARCH = SearchParams(rollout_turns=16, value_weight=0.6)
# The levels are about equally far apart: lab/2026-11-17-level-ladders.md.
LADDER = Ladder(
    easy=Rung(30, 0.28),
    medium=Rung(200, 0.165),
    hard=Rung(1_300, 0.055),
    expert=Rung(8_000, network_weight=0.33),
)
