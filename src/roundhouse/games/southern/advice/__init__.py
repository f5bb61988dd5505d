"""Heuristics of Southern Pacific: state evaluation and action priors.

estimates    values of a railroad, a share, a dollar and a link
evaluation   expected final cash of each seat
priors       prior of each action
"""

from __future__ import annotations

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.search_params import SearchParams
from roundhouse.games.southern.advice.evaluation import evaluate
from roundhouse.games.southern.advice.priors import action_context, action_prior

__all__ = ["LADDER", "SEARCH", "action_context", "action_prior", "evaluate"]

# Longer rollouts and a sharper value prior won more games: lab/2026-11-15-search-settings.md.
SEARCH = SearchParams(rollout_turns=60, value_prior_sharpness=4, lone_action_threshold=0.85)
# Levels of about equal distance: lab/2026-11-17-level-ladders.md.
LADDER = Ladder(
    easy=Rung(100, 0.21),
    medium=Rung(700, 0.09),
    hard=Rung(2_500, 0.03),
    expert=Rung(8_000, network_weight=0.5),
)
