"""How long bots, hints and analyses may think."""

from __future__ import annotations

from roundhouse.bots.llm import configured_models
from roundhouse.bots.registry import find_level

COLD_SECONDS = 0.7  # budget with interpreted rules, while the game is being compiled
QUICK_SECONDS = 3.0  # for a bot that does not search
HINT_SECONDS = 2.0
POINT_SECONDS = 0.1  # for each analyzed position of a finished game
POINTS = 50  # positions of the seats that are not reviewed in full


def level_seconds(level: str) -> float:
    """Return the time budget of a level for one move."""
    model = configured_models().get(level)
    if model is not None:
        return model.seconds
    known = find_level(level)
    return known.budget.seconds if known and known.budget else QUICK_SECONDS
