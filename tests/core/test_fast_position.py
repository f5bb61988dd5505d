"""Positions of compiled rules, whose methods are compiled: what C could get wrong."""

from __future__ import annotations

import copy
import gc
import random
import sys
import tracemalloc
import weakref
from typing import Any

import pytest

import roundhouse
from roundhouse.core.python_objects import slots_at
from roundhouse.play import registry

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def union() -> Any:
    return registry.load("union", speed="compiled")


def at_choice(game: Any) -> Any:
    state = game.start(4)
    while state.turn == roundhouse.CHANCE:
        state.play_chance(random.Random(1))
    return state


def at_chance(game: Any) -> Any:
    state, rng = game.start(4), random.Random(1)
    while state.turn != roundhouse.CHANCE or len(state.legal()) < 2:
        state.apply(rng.choice(state.legal()))
    return state


def test_whole_games_leave_nothing_behind(union: Any) -> None:
    """Every reference that is taken is given back, and none more: neither do the objects that are
    in every game grow in number, nor does memory."""
    rng, kept = random.Random(1), (None, True, False, union.engine.stepper.context)

    def games(n: int) -> None:
        for _ in range(n):
            state = union.start(4)
            while not state.over:
                if state.turn == roundhouse.CHANCE:
                    state.weights()
                    state.clone().play_chance(rng)
                    state.play_chance(rng)
                else:
                    state.apply(rng.choice(state.legal()))

    def references() -> int:
        return sum(map(sys.getrefcount, (*kept, *union.engine.stepper._numbers)))

    games(2)
    before = references()
    tracemalloc.start()
    games(2)
    used = tracemalloc.get_traced_memory()[0]
    games(8)
    grown = tracemalloc.get_traced_memory()[0] - used
    tracemalloc.stop()
    # More than 4,000 plies were played. (All of Python uses small numbers and None: a few come and
    # go.)
    assert abs(references() - before) < 1000
    assert grown < 5000


def test_refusals_are_pythons_own(union: Any) -> None:
    state = at_choice(union)
    before, turn = state.pack(), state.turn
    refused: list[Any] = [-1, 10**6, 2**70, "pass", None, [], union.engine.size]
    for action in refused:
        with pytest.raises(roundhouse.IllegalAction, match="is not legal now; legal: "):
            state.apply(action)
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state has weights"):
        state.play_chance(random.Random(1))
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state has weights"):
        state.weights()
    with pytest.raises(TypeError):
        state.apply()
    with pytest.raises(TypeError):
        type(state).legal(object())
    assert (state.pack(), state.turn, state.over) == (before, turn, False)


def test_a_generator_that_fails_says_so_itself(union: Any) -> None:
    class Empty(random.Random):
        def getrandbits(self, k: int) -> int:
            raise LookupError(f"no {k} bits left")

    class Odd(random.Random):
        def getrandbits(self, k: int) -> Any:
            return "heads"

    state = at_chance(union)
    before = state.pack()
    with pytest.raises(LookupError, match="no 32 bits left"):
        state.play_chance(Empty())
    with pytest.raises(TypeError):
        state.play_chance(Odd())
    with pytest.raises(AttributeError, match="getrandbits"):
        state.play_chance(None)
    assert (state.pack(), state.turn) == (before, roundhouse.CHANCE)


def test_a_generator_may_step_other_positions(union: Any) -> None:
    """Python runs in the middle of `play_chance`: what is listed there is not this position's."""
    state, plain = at_chance(union), random.Random(5)

    class Busy(random.Random):
        def getrandbits(self, k: int) -> int:
            union.start(4).legal()
            return plain.getrandbits(k)

    twin = state.clone()
    assert state.play_chance(Busy()) == twin.play_chance(random.Random(5))
    assert state == twin


def test_copies_are_clones(union: Any) -> None:
    state = at_chance(union)
    before = state.pack()
    for twin in (copy.copy(state), copy.deepcopy(state), state.clone()):
        assert (twin, twin.turn, twin.over) == (state, state.turn, state.over)
        assert twin.game is state.game
        twin.play_chance(random.Random(1))
        assert twin != state
    assert state.pack() == before


def test_forks_share_the_class_but_no_memory(union: Any) -> None:
    fork = union.fork()
    mine, theirs = union.start(4), fork.start(3)
    assert type(mine) is type(theirs)
    assert mine.game.engine.stepper.context is not theirs.game.engine.stepper.context
    assert registry.load("northern", speed="compiled").start(4).legal() != mine.legal()
    assert isinstance(mine, roundhouse.State)
    assert type(mine).apply.__doc__ == roundhouse.State.apply.__doc__


def test_the_bytes_written_to_are_looked_at_again(union: Any) -> None:
    state = at_choice(union)
    state.legal()
    state._batch["turn"] = roundhouse.OVER
    state._written()
    assert (state.turn, state.over, state.legal()) == (roundhouse.OVER, True, [])
    state._batch["turn"] = 2
    state._written()
    assert (state.turn, state.over) == (2, False)
    assert state.legal()


def test_a_game_that_is_gone_leaves_no_class_behind() -> None:
    kind = weakref.ref(type(registry.load("northern", speed="compiled").start(4)))
    registry.load("northern", speed="compiled").start(4)
    gc.collect()
    assert kind() is None


def test_slots_are_found_where_they_are() -> None:
    import ctypes

    class Pair:
        __slots__ = ("left", "right")

    layout: Any = slots_at(Pair, {"right": "r", "left": "l"})
    pair: Any = Pair()
    pair.left, pair.right = "here", "there"
    for field, thing in (("l", pair.left), ("r", pair.right)):
        at = id(pair) + layout.fields[field][1]
        assert ctypes.c_void_p.from_address(at).value == id(thing)
