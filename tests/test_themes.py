"""Every verb and phase of every game has a display name."""

from __future__ import annotations

import random

import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.play import registry
from roundhouse.play.puzzles import get_puzzles

GAMES = [meta.id for meta in registry.games()]
PARTS = {"opening", "middle", "ending"}  # of a game; the pages have names for them


def phases_and_verbs(game: str, plies: int) -> set[str]:
    """Return the phases and the offered names of a random game."""
    rng, loaded = random.Random(game), registry.load(game, speed="interpreted")
    state, names = loaded.start(max(loaded.meta.seats)), set[str]()
    for _ in range(plies):
        if state.over:
            break
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
            continue
        names |= {loaded.text(action).split()[0] for action in actions}
        names.add(state.view(state.turn)["phase"])
        state.apply(rng.choice(actions))
    return names


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_phase_has_a_display_name(game: str) -> None:
    themes = registry.meta(game).themes
    puzzle_themes = {
        theme for puzzle in get_puzzles(game).puzzles for theme in puzzle.themes
    } - PARTS
    assert phases_and_verbs(game, 250) | puzzle_themes <= themes.keys()
    for theme, words in themes.items():
        assert words != theme or " " in words, theme  # not only the verb itself
    assert len(set(themes.values())) == len(themes)  # no duplicates


def test_theme_without_a_display_name_is_shown_in_plain_words() -> None:
    assert registry.meta("northern").theme_words("other-player_choice") == "other player choice"
