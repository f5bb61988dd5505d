"""What a decision is about has plain words: every verb and every phase of every game."""

from __future__ import annotations

import random

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.play import registry
from roundhouse.play.puzzles import book_of

GAMES = [box.id for box in registry.games()]
PARTS = {"opening", "middle", "ending"}  # of a game: the pages have words for them


def met(game: str, plies: int) -> set[str]:
    """The phases, and the verbs of what was offered, in a random game."""
    rng, loaded = random.Random(game), registry.load(game, speed="interpreted")
    state, found = loaded.start(max(loaded.meta.seats)), set[str]()
    for _ in range(plies):
        if state.over:
            break
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
            continue
        found |= {loaded.text(action).split()[0] for action in actions}
        found.add(state.view(state.turn)["phase"])
        state.apply(rng.choice(actions))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_phase_has_words(game: str) -> None:
    themes = registry.meta(game).themes
    themed = {theme for puzzle in book_of(game).puzzles for theme in puzzle.themes} - PARTS
    assert met(game, 250) | themed <= themes.keys()
    for theme, words in themes.items():
        assert words != theme or " " in words, theme  # more than the verb alone
    assert len(set(themes.values())) == len(themes)  # no two buttons read alike


def test_a_theme_without_words_stands_for_itself() -> None:
    assert registry.meta("northern").theme_words("of-somebody_else") == "of somebody else"
