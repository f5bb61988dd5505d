"""State of a native library: errors, memory and copies."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import tracemalloc
import weakref
from typing import Any

import numpy as np
import pytest
from tests.conftest import LoadNative

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.rule import NATIVE

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def union(load_native: LoadNative) -> Any:
    return load_native("union")


def start_at_choice(game: Any) -> Any:
    state = game.start(4)
    while state.turn == roundhouse.CHANCE:
        state.play_chance(random.Random(1))
    return state


def play_to_chance(game: Any) -> Any:
    state, rng = game.start(4), random.Random(1)
    while state.turn != roundhouse.CHANCE or len(state.legal()) < 2:
        state.apply(rng.choice(state.legal()))
    return state


def test_playing_games_leaks_no_memory(union: Any) -> None:
    rng = random.Random(1)

    def play_games(n: int) -> None:
        for _ in range(n):
            state = union.start(4)
            while not state.over:
                if state.turn == roundhouse.CHANCE:
                    state.weights()
                    state.clone().play_chance(rng)
                    state.play_chance(rng)
                else:
                    state.apply(rng.choice(state.legal()))

    play_games(2)
    tracemalloc.start()
    play_games(2)
    size = tracemalloc.get_traced_memory()[0]
    play_games(8)
    growth = tracemalloc.get_traced_memory()[0] - size
    tracemalloc.stop()
    assert growth < 5000


def test_errors_are_python_exceptions(union: Any) -> None:
    state = start_at_choice(union)
    before, turn = state.pack(), state.turn
    invalid_actions: list[Any] = [-1, 10**6, 2**70, "pass", None, [], 0.5, union.engine.size]
    for action in invalid_actions:
        with pytest.raises(roundhouse.IllegalAction, match="is not legal now; legal: "):
            state.apply(action)
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state has weights"):
        state.play_chance(random.Random(1))
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state has weights"):
        state.weights()
    with pytest.raises(TypeError):
        state.apply()
    assert (state.pack(), state.turn, state.over) == (before, turn, False)


def test_errors_of_the_generator_are_raised(union: Any) -> None:
    class Empty(random.Random):
        def getrandbits(self, k: int) -> int:
            raise LookupError(f"no {k} bits left")

    class Odd(random.Random):
        def getrandbits(self, k: int) -> Any:
            return "heads"

    state = play_to_chance(union)
    before = state.pack()
    with pytest.raises(LookupError, match="no 32 bits left"):
        state.play_chance(Empty())
    with pytest.raises(TypeError):
        state.play_chance(Odd())
    with pytest.raises(AttributeError, match="getrandbits"):
        state.play_chance(None)
    assert (state.pack(), state.turn) == (before, roundhouse.CHANCE)


def test_generator_may_step_other_states(union: Any) -> None:
    """Code that runs inside `play_chance` does not overwrite its legal actions."""
    state, plain = play_to_chance(union), random.Random(5)

    class Busy(random.Random):
        def getrandbits(self, k: int) -> int:
            union.start(4).legal()
            return plain.getrandbits(k)

    clone = state.clone()
    assert state.play_chance(Busy()) == clone.play_chance(random.Random(5))
    assert state == clone


def test_copies_are_clones(union: Any) -> None:
    state = play_to_chance(union)
    before = state.pack()
    for clone in (copy.copy(state), copy.deepcopy(state), state.clone()):
        assert (clone, clone.turn, clone.over) == (state, state.turn, state.over)
        assert clone.game is state.game
        clone.play_chance(random.Random(1))
        assert clone != state
    assert state.pack() == before


def test_forks_share_no_memory(union: Any, fast_northern: Game) -> None:
    fork = union.fork()
    mine, theirs = union.start(4), fork.start(3)
    assert mine.game.engine.context is not theirs.game.engine.context
    assert fast_northern.start(4).legal() != mine.legal()
    legal = mine.legal()
    theirs.legal()
    assert (mine.clone().legal(), mine.legal()) == (legal, legal)


def test_state_keeps_its_engine_alive(fast_northern: Game) -> None:
    state = fast_northern.at_speed(NATIVE).start(4)
    gc.collect()
    state.apply(state.legal()[0])
    assert state.turn == 1


def test_integers_of_any_kind_are_actions(union: Any) -> None:
    state = start_at_choice(union)
    action = state.legal()[0]
    clone, other = state.clone(), state.clone()
    clone.apply(np.int64(action))
    other.apply(action)
    assert clone == other
    with pytest.raises(roundhouse.IllegalAction):
        state.apply(float(action))


def test_listing_of_one_state_is_not_taken_for_that_of_another(union: Any) -> None:
    state, other = start_at_choice(union), union.start(3)
    legal = state.legal()
    for disturb in (other.legal, other.scores, state.scores, lambda: state.observe(0)):
        disturb()
        assert state.legal() == legal
        disturb()
        state.clone().apply(legal[-1])
        disturb()
        with pytest.raises(roundhouse.IllegalAction):
            state.apply(union.engine.size - 1)
    chance = play_to_chance(union)
    weights, outcomes = chance.weights(), chance.legal()
    assert (chance.weights(), chance.legal(), len(weights)) == (weights, outcomes, len(outcomes))
    other.legal()
    assert chance.weights() == weights


def test_engine_is_freed_with_its_game(fast_northern: Game) -> None:
    engine = weakref.ref(fast_northern.at_speed(NATIVE).start(4).game.engine)
    gc.collect()
    assert engine() is None


def test_state_can_be_pickled() -> None:
    state = roundhouse.load("northern", speed="interpreted", variant="single").start(4)
    state.apply(state.legal()[0])
    restored = pickle.loads(pickle.dumps(state))
    assert restored == state
    assert restored.game.options == state.game.options
    restored.apply(restored.legal()[0])
    assert restored != state
