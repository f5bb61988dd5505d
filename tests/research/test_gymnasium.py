"""Gymnasium environments: Gymnasium's checker on every table, and more."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.research.conftest import few

from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.registry import UnknownBot
from roundhouse.bots.stepping import episodes
from roundhouse.core.errors import BadState
from roundhouse.core.rule import default_speed
from roundhouse.core.state import State
from roundhouse.research.episode import Episode
from roundhouse.research.game_loading import load_game
from roundhouse.research.gymnasium_env import EpisodeOver, SeatEnv
from roundhouse.research.rewards import ILLEGAL_REWARD

Options = dict[str, Any]


def make(game: str, **options: Any) -> SeatEnv:
    env = gymnasium.make(f"roundhouse/{game}-v1", **options).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def test_gymnasium_checker(
    game: str, seats: int, options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(make(game, seats=seats, opponents="random", **options))
    capsys.readouterr()  # discard what the mode `human` prints


@pytest.mark.parametrize("opponents", ["greedy", "beginner", ["instinct", "random"], "search:8"])
def test_opponents(game: str, opponents: Any, small_table: Options) -> None:
    env = make(game, opponents=opponents, seat=1, **small_table)
    observation, info = env.reset(seed=4)
    rng, total = np.random.default_rng(4), 0.0
    for _ in range(few(30, 3) if opponents == "search:8" else 10**6):
        assert env.seat == info["seat"] == 1
        assert info["action_mask"].sum() > 1
        assert np.array_equal(observation, env._episode.position.observe(1))
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        total += reward
        if over:
            break
        assert reward == 0.0
    else:
        return
    assert total == pytest.approx(env._episode.rewards()[1])
    assert not info["action_mask"].any()
    with pytest.raises(EpisodeOver):
        env.step(0)


def play(env: SeatEnv, seed: int, steps: int) -> list[Any]:
    """Play random legal actions; return what the learner observes."""
    rng = np.random.default_rng(seed)
    transcript: list[Any] = []
    mask = env.action_masks()
    for _ in range(steps):
        if not mask.any():
            observation, info = env.reset()
            transcript.append((observation.tobytes(), info["seat"]))
        else:
            observation, reward, over, _, info = env.step(rng.choice(np.flatnonzero(mask)))
            transcript.append((observation.tobytes(), reward, over, info["seat"]))
        mask = info["action_mask"]
    return transcript


@pytest.mark.parametrize("opponents", ["random", ["greedy", "search:4"]])
def test_snapshots(game: str, opponents: Any, small_table: Options) -> None:
    """A restored game continues the same, across its end and with the same bots."""
    env = make(game, opponents=opponents, **small_table)
    env.reset(seed=9)
    steps = few(12, 3) if opponents != "random" else 60
    play(env, 9, few(5, 2))
    saved = env.snapshot()
    expected = play(env, 1, steps)
    env.restore(saved)
    assert env.snapshot() == saved
    copies = [deepcopy(env), pickle.loads(pickle.dumps(env))]
    copies.append(make(game, opponents=opponents, **small_table))
    copies[2].restore(saved)
    for other in [env, *copies]:
        assert play(other, 1, steps) == expected


def test_snapshot_of_another_table_is_rejected() -> None:
    env = make("northern", seats=3)
    with pytest.raises(EpisodeOver):
        env.snapshot()
    env.reset(seed=1)
    saved = env.snapshot()
    for other in (make("northern", seats=4), make("northern", seats=3, variant="single")):
        with pytest.raises(BadState, match="another table"):
            other.restore(saved)


def test_same_seed_gives_the_same_game() -> None:
    games = []
    for seed in (5, 5, 6):
        env = make("northern", opponents="random")
        env.reset(seed=seed)
        games.append(play(env, 0, 40))
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_seat_is_drawn_by_default() -> None:
    env = make("northern", seats=3, opponents="random")
    seats = [env.reset(seed=1)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(40)]
    assert set(seats) == {0, 1, 2}
    with pytest.raises(ValueError, match="no seat 3"):
        make("northern", seats=3, seat=3)


def test_illegal_actions_lose() -> None:
    env = make("northern", opponents="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    observation, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated, info["illegal"]) == (ILLEGAL_REWARD, True, False, True)
    assert observation in env.observation_space
    assert not info["action_mask"].any()
    saved = env.snapshot()
    with pytest.raises(EpisodeOver):
        env.step(0)
    env.reset(seed=1)
    env.restore(saved)
    with pytest.raises(EpisodeOver):
        env.step(0)


class FirstBot:
    """Plays the first legal action and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def choose(self, state: State) -> int:
        self.calls += 1
        return state.legal()[0]


def test_custom_bot() -> None:
    bot = FirstBot()
    env = make("northern", seats=3, opponents=[bot, "random"], seat=0)
    env.reset(seed=1)
    play(env, 1, 10)
    assert bot.calls > 5
    with pytest.raises(UnknownBot):
        make("northern", opponents="grredy")
    with pytest.raises(ValueError, match="at least one"):
        make("northern", opponents=[])


def test_compiled_greedy_bot_equals_the_interpreted_one(game: str) -> None:
    """It chooses the same moves and draws the same random numbers."""
    speed = default_speed()  # a native library does not export this function
    loaded, seats = load_game(game, speed=speed)
    episode, engine = Episode(loaded, seats), loaded.engine
    bot, rng = GreedyBot(loaded, random.Random(0)), random.Random(0)
    choose_for_bot = engine.bind(episodes.choose_for_bot)
    options = engine.buffer(engine.size)
    episode.reset(3)
    for _ in range(40):
        if episode.over:
            break
        if not loaded.meta.secrets:  # with secrets, redeals draw random numbers too
            bot._buffers.rng[:] = episode._rng[:]
        expected = bot.choose(episode.position)
        result = choose_for_bot(
            engine.boards,
            episode._states,
            engine.scratches,
            episodes.GREEDY,
            episode._choices,
            episode.count,
            options,
            engine.out,
            episode._rng,
        )
        assert result in episode.choices()
        assert result == expected or loaded.meta.secrets
        episode.play(rng.choice(episode.choices()))
