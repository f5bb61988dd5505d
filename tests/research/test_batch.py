"""Batches equal single games in every field, with any number of threads."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.conftest import LoadNative

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.rng import below, seed
from roundhouse.core.rule import COMPILED, NATIVE
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.research.batch import Batch, CpuBatch, NoDevice
from roundhouse.research.rewards import compute_rewards

pytestmark = pytest.mark.slow  # batches are compiled

GAMES = [meta.id for meta in registry.games()]
STEPS = 60


class Single:
    """Game `i` of a batch, played with the public interface."""

    def __init__(self, game: Game, seats: int, number: int, i: int) -> None:
        self.game, self.seats, self.rng = game, seats, [0] * 4
        seed(self.rng, number, i)
        self.reward, self.done = [0.0] * seats, False
        self.position = self._start()

    def _start(self) -> State:
        position = self.game.start(self.seats)
        self._advance_to_choice(position)
        return position

    def _advance_to_choice(self, position: State) -> None:
        while not position.over:
            actions = position.legal()
            if position.turn == CHANCE:
                weights = position.weights()
                pick = below(self.rng, sum(weights))
                for action, weight in zip(actions, weights, strict=True):
                    pick -= weight
                    if pick < 0:
                        position.apply(action)
                        break
            elif len(actions) == 1:
                position.apply(actions[0])
            else:
                return

    def step(self, action: int) -> None:
        self.reward, self.done = [0.0] * self.seats, False
        self.position.apply(action)
        self._advance_to_choice(self.position)
        if self.position.over:
            self.reward = compute_rewards(self.position.ranks(), ())
            self.done = True
            self.position = self._start()


def compare(batch: Any, singles: list[Single]) -> None:
    observation, mask = np.asarray(batch.observation), np.asarray(batch.mask)
    for i, single in enumerate(singles):
        position = single.position
        assert batch.position(i) == position
        assert batch.player[i] == position.turn
        assert batch.legal[i][: batch.count[i]].tolist() == position.legal()
        assert np.flatnonzero(mask[i]).tolist() == position.legal()
        assert observation[i].tolist() == position.observe(position.turn).tolist()
        assert np.allclose(batch.reward[i], single.reward)
        assert bool(batch.done[i]) == single.done


JIT = pytest.param("northern", COMPILED, marks=pytest.mark.jit)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("name", "speed"), [*((name, NATIVE) for name in GAMES), JIT])
def test_a_batch_is_equal_to_single_games(
    name: str, speed: str, threads: int, load_native: LoadNative
) -> None:
    game = load_native(name).at_speed(speed)
    seats = game.meta.seats[-1]
    batch = CpuBatch(game, seats, 7, seed=5, threads=threads)
    singles = [Single(game.fork(), seats, 5, i) for i in range(7)]
    compare(batch, singles)
    rng = random.Random(name)
    for _ in range(STEPS):
        actions = [rng.choice(single.position.legal()) for single in singles]
        batch.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
        compare(batch, singles)


def test_games_start_from_different_states(load_native: LoadNative) -> None:
    """Games with other numbers of seats and other options, in turn."""
    game = load_native("union")
    variant = game.fork()
    variant.options = {**game.options, "stuck_cards": "replace"}
    starts = [game.start(4), variant.start(3)]
    batch = CpuBatch(game, 4, 6, seed=2, threads=1, starts=starts)
    ended = set()
    for step in range(400):
        batch.step(batch.random_actions())
        ended |= {int(i) for i in np.flatnonzero(batch.done)}
        if step % 40 == 0:
            states = [batch.position(i) for i in range(6)]
            assert [state.seats for state in states] == [4, 3] * 3
            assert [state.py_state.stuck_cards for state in states] == [0, 1] * 3
        rewards = batch.reward[batch.done]
        assert np.allclose(rewards.sum(1), 0, atol=1e-6)
        assert (batch.reward[1::2, 3] == 0).all()
    assert len(ended) == 6


def test_finished_games_are_rewarded_and_restarted() -> None:
    batch = Batch("northern", seats=3, n=8, seed=1, variant="single")
    ended = games_without_winner = 0
    for _ in range(80):
        batch.step(batch.random_actions())
        for i in np.flatnonzero(batch.done):
            ended += 1
            assert abs(float(batch.reward[i].sum())) < 1e-6
            games_without_winner += not batch.reward[i].any()
            assert batch.position(int(i)).turn == 0
        assert (batch.reward[~batch.done] == 0).all()
    assert ended > 8
    assert games_without_winner > 0  # the game itself won


def test_seed_determines_the_games() -> None:
    first, again, other = (Batch("northern", 4, 5, seed=s) for s in (3, 3, 4))
    for _ in range(30):
        for batch in (first, again, other):
            batch.step(batch.random_actions())
    assert (first.observation == again.observation).all()
    assert (first.observation != other.observation).any()
    fewer_games = Batch("northern", 4, 2, seed=3)
    for _ in range(30):
        fewer_games.step(fewer_games.random_actions())
    assert (fewer_games.observation == first.observation[:2]).all()


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch("northern", 4, 5, seed=3)
    actions = batch.random_actions().copy()
    actions[3] = 95
    before = [batch.position(i) for i in range(5)]
    with pytest.raises(IllegalAction, match="game 3"):
        batch.step(actions)
    assert [batch.position(i) for i in range(5)] == before
    with pytest.raises(ValueError, match="5 actions"):
        batch.step([0, 0])


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(NoDevice, match="cpu or cuda"):
        Batch("northern", 4, 2, device="abacus")
    with pytest.raises(ValueError, match="at least one"):
        Batch("northern", 4, 0)
