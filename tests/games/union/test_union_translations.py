"""Texts of the game in other languages fit where they stand."""

from __future__ import annotations

import pytest
from tests.games.view_checks import check_legibility, random_steps

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import PSEUDO, use_language
from roundhouse.play import registry

LANGUAGES = ("de", "fr", PSEUDO)
EVERY = 30  # nth position
MAX_WHY = 125  # letters; English may have 105


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawings_and_reasons_fit_in_every_language(language: str) -> None:
    game = registry.load("union", speed=INTERPRETED)
    states = [state for _before, _action, state in random_steps(game, game.meta.seats[0], 0)]
    with use_language(language):
        for state in [*states[:3], *states[3::EVERY], states[-1]]:
            seat = max(state.turn, 0)
            check_legibility(state, seat)
            if language != PSEUDO:
                assert len(state.view(seat)["why"]) <= MAX_WHY
