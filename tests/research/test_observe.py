"""Observations: complete, without leaks, equal at both speeds, and informative."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from tests.conftest import LoadNative
from tests.speeds import repetition_speed

from roundhouse.core import observation
from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
SEATINGS = [(meta.id, seats) for meta in registry.games() for seats in meta.seats]


def random_step(position: State, rng: random.Random) -> None:
    actions = position.legal()
    weights = position.weights() if position.turn == CHANCE else None
    position.apply(rng.choices(actions, weights)[0])


def walk(game: Game, seats: int, seed: object, max_plies: int = 400) -> Iterator[State]:
    """Yield every seventh state of a random game, and the last."""
    rng = random.Random(f"{game.meta.id} {seats} {seed}")
    position = game.start(seats)
    for ply in range(max_plies):
        if position.over:
            break
        if ply % 7 == 0:
            yield position
        random_step(position, rng)
    yield position


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_observe_writes_exactly_its_numbers(name: str, seats: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    size = observation.size(game.definition.observation)
    for position in walk(game, seats, "written"):
        for seat in range(seats):
            numbers = [-(1 << 40)] * (size + 9)
            game.definition.observe(
                position.board, position.py_state, position.scratch, seat, numbers
            )
            assert min(numbers[:size]) > -(1 << 30)
            assert numbers[size:] == [-(1 << 40)] * 9


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_observation_does_not_depend_on_hidden_information(name: str, seats: int) -> None:
    game = registry.load(name, speed=repetition_speed(registry.package(name)))
    for n, position in enumerate(walk(game, seats, "leak")):
        for seat in range(seats):
            observations = position.observe(seat)
            for deal in range(3):
                again = position.redeal(seat, random.Random(f"{n} {deal}"))
                assert (again.observe(seat) == observations).all()


@pytest.mark.parametrize("name", ["texas", "southern"])  # chance only draws the opening seat
def test_observation_is_relative_to_the_seat(name: str) -> None:
    game = registry.load(name, speed=INTERPRETED)
    rng = random.Random(name)
    game_state, shifted = game.start(4), game.start(4)  # the same game, shifted by one seat
    assert np.array_equal(game_state.observe(0), game_state.observe(1))
    game_state.apply(game.parse("open 0"))
    shifted.apply(game.parse("open 1"))
    while not game_state.over:
        assert (shifted.turn, shifted.legal()) == ((game_state.turn + 1) % 4, game_state.legal())
        for seat in range(4):
            assert np.array_equal(game_state.observe(seat), shifted.observe((seat + 1) % 4))
        action = rng.choice(game_state.legal())
        game_state.apply(action)
        shifted.apply(action)
    for result in ("scores", "ranks"):
        values = list(getattr(shifted, result)())
        assert list(getattr(game_state, result)()) == [*values[1:], values[0]]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_both_speeds_observe_the_same(name: str, load_native: LoadNative) -> None:
    plain, fast = registry.load(name, speed=INTERPRETED), load_native(name)
    seats = plain.meta.seats[0]
    for position in walk(plain, seats, "speeds"):
        clone = fast.unpack(position.pack())
        for seat in range(seats):
            assert (position.observe(seat) == clone.observe(seat)).all()
        assert clone.pack() == position.pack()


@pytest.mark.parametrize("name", GAMES)
def test_size_of_observations(name: str) -> None:
    features = registry.definition(name).observation
    assert 256 <= observation.size(features) <= 800
    assert len({feature.name for feature in features}) == len(features)


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_scaled(name: str) -> None:
    game = registry.load(name, speed=INTERPRETED)
    observations = np.stack([p.observe(0) for p in walk(game, game.meta.seats[-1], "size", 2000)])
    assert abs(observations).mean() < 1.0
    assert abs(observations).max() < 40.0


Numbers = npt.NDArray[np.float64]


def sample_middles(game: Game, seats: int, games: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return observations, scores (own first) and win shares amid random games."""
    observations, scores, shares = [], [], []
    rng = random.Random(game.meta.id)
    for _ in range(games):
        position = game.start(seats)
        chunks: list[bytes] = []
        while not position.over:
            chunks.append(position.pack())
            random_step(position, rng)
        ranks = position.ranks()
        middle = game.unpack(chunks[len(chunks) // 2])
        now = middle.scores()
        for seat in range(seats):
            observations.append(middle.observe(seat))
            scores.append([now[(seat + n) % seats] for n in range(seats)])
            shares.append(1 / ranks.count(0) if ranks[seat] == 0 else 0.0)
    return np.array(observations, np.float64), np.array(scores, np.float64), np.array(shares)


def measure_explained_variance(features: Numbers, shares: Numbers, penalty: float) -> float:
    """Fit a linear model to two thirds; return its explained variance on the rest."""
    cut = len(shares) * 2 // 3
    mean, spread = features[:cut].mean(0), features[:cut].std(0)
    x = (features[:, spread > 0] - mean[spread > 0]) / spread[spread > 0]
    x = np.hstack([x, np.ones((len(x), 1))])
    square = x[:cut].T @ x[:cut] + penalty * np.eye(x.shape[1])
    weights = np.linalg.solve(square, x[:cut].T @ shares[:cut])
    left = ((shares[cut:] - x[cut:] @ weights) ** 2).sum()
    return float(1 - left / ((shares[cut:] - shares[:cut].mean()) ** 2).sum())


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_linear_model_learns_who_wins(name: str, load_native: LoadNative) -> None:
    """The observation predicts better than chance and better than the scores."""
    game = load_native(name)
    seats = min(4, game.meta.seats[-1])
    games = 2400 if name in ("northern", "rails") else 900
    observations, scores, shares = sample_middles(game, seats, games)
    by_scores = measure_explained_variance(scores, shares, 1.0)
    by_observation = measure_explained_variance(observations, shares, 300.0)
    print(f"{name}: scores {by_scores:.3f}, observation {by_observation:.3f}")
    assert by_observation > max(0.0, by_scores) + 0.01
