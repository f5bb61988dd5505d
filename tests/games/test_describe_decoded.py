"""A reader of descriptions knows as much as the view and as a network.

The reader gets the text and the board, and rebuilds every fact of the view. From these facts follow
the numbers that a network observes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.decoded_observations import DERIVED, OBSERVE, RAILS_KINDS, Observer, compare
from tests.games.decoders import READ, Facts, Text

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.core.view import View
from roundhouse.play import registry

SHARE = {"rails": 0.02}  # of the positions of a game that are tested; in other games 0.12
EACH = 2  # positions of each phase that are tested at least


def games(name: str) -> Iterator[tuple[Game, int]]:
    """Return a game with the fewest seats, and one with the most and other options."""
    meta = registry.meta(name)
    others: dict[str, Any] = {key: list(option.values)[-1] for key, option in meta.options.items()}
    for seats, options in ((min(meta.seats), {}), (max(meta.seats), others)):
        yield registry.open_game(name, None, options, INTERPRETED), seats


def phase_of(state: State) -> int:
    """Return the phase in the rules, of which a view may join several."""
    s = state.py_state
    if state.game.meta.id == "rails":
        return int(s.phase[s.depth - 1])
    return int(getattr(s, "phase", 0))


def positions(game: Game, seats: int) -> Iterator[State]:
    """Yield positions of a random game, some of every phase, and its end."""
    state, rng = game.start(seats), random.Random(f"{game.meta.id} {seats}")
    phases: Counter[int] = Counter()
    while not state.over:
        if state.turn < 0:
            state.play_chance(rng)
            continue
        phase = phase_of(state)
        if rng.random() < SHARE.get(game.meta.id, 0.12) or phases[phase] < EACH:
            phases[phase] += 1
            yield state
        state.apply(rng.choice(state.legal()))
    yield state


def decode(game: Game, view: View) -> tuple[Text, Facts]:
    text = Text(game.describe(view), game.board_file.data)
    return text, READ[game.meta.id](text)


@pytest.mark.parametrize("name", READ)
def test_every_fact_is_decoded_from_the_text(name: str) -> None:
    decoded = 0
    for game, seats in games(name):
        for state in positions(game, seats):
            for seat in {None, 0, max(state.turn, 0)}:
                view = state.view(seat)
                text, facts = decode(game, view)
                assert facts == view["facts"]
                assert (text.phase, text.seats, text.seat) == (view["phase"], seats, seat)
                decoded += 1
    assert decoded > 20


@pytest.mark.parametrize("name", READ)
def test_the_numbers_of_an_observation_follow_from_the_text(name: str) -> None:
    max_seats, observe = OBSERVE[name]
    compared: set[str] = set()
    decisions: set[str] = set()
    for game, seats in games(name):
        features = game.definition.observation
        for state in positions(game, seats):
            if state.over:
                continue
            for seat in {0, state.turn}:
                text, facts = decode(game, state.view(seat))
                observer = Observer(text, facts, max_seats)
                numbers = {**observer.common(), **observe(observer)}
                assert compare(numbers, features, state.observed_numbers(seat)) == set()
                compared |= set(numbers)
                decisions |= {facts["decision"]["kind"]} if name == "rails" else set()
    assert {feature.name for feature in features} == compared | DERIVED[name]
    if name == "rails":  # "train" is never decided, and "goal" by chance
        assert decisions == set(RAILS_KINDS) - {"", "train", "goal"}
