"""PettingZoo environments: PettingZoo's test suites on every table, and more."""

from __future__ import annotations

import pickle
import sys
from copy import deepcopy
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.test.seed_test import parallel_seed_test
from tests.conftest import LoadNative
from tests.research.conftest import few

import roundhouse
from roundhouse.core.errors import BadOption, BadSeats, BadState
from roundhouse.play import registry
from roundhouse.research import pettingzoo_env, rendering
from roundhouse.research.rewards import ILLEGAL_REWARD

# PettingZoo warns of dictionary observations, except in games of its own list.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be gymnasium.spaces.box "
        "or gymnasium.spaces.discrete:UserWarning"
    ),
]

Options = dict[str, Any]


def test_turn_based(game: str, seats: int, options: Options, scale: int) -> None:
    api_test(pettingzoo_env.env(game, seats=seats, **options), num_cycles=25 * scale)
    seed_test(partial(pettingzoo_env.env, game, seats=seats, **options), 25 * scale)


def test_parallel(game: str, seats: int, options: Options, scale: int) -> None:
    make = partial(pettingzoo_env.parallel_env, game, seats=seats, **options)
    parallel_api_test(make(), num_cycles=50 * scale)
    parallel_seed_test(make, num_cycles=25 * scale)


def test_states(game: str, seats: int, options: Options) -> None:
    one = pettingzoo_env.env(game, seats=seats, **options)
    state_test(one, pettingzoo_env.parallel_env(game, seats=seats, **options))


def test_pictures(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "WIDTH", 200)  # pixels; fewer are drawn faster

    def make(render_mode: str) -> Any:
        return pettingzoo_env.env(game, render_mode=render_mode)

    render_test(make, {"ansi": lambda text: roundhouse.load(game).meta.title in text})
    assert roundhouse.load(game).meta.title in capsys.readouterr().out


def test_the_benchmark(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It steps for 5 seconds; by this clock these are 500 rounds.
    clock = SimpleNamespace(time=partial(next, count(step=0.01)))
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(pettingzoo_env.env(game))
    assert "turns per second" in capsys.readouterr().out


def random_game(env: Any, seed: int | None, stop: int = 10**9) -> list[Any]:
    """Play random legal actions; return what the agents observe."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    while env.agents and len(seen) < stop:
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        seen.append((env.agent_selection, observation["observation"].tobytes(), mask.tobytes()))
        seen.append((reward, terminated, truncated, info))
        env.step(None if terminated else int(rng.choice(np.flatnonzero(mask))))
    return seen


def test_a_game(game: str, small_table: Options) -> None:
    """Rewards sum to 0; the agent to act has a choice, the others only the no-op."""
    env = pettingzoo_env.env(game, **small_table)
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    while not any(env.terminations.values()):
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            mask = seen["action_mask"]
            assert np.array_equal(seen["observation"], env._episode.position.observe(seat))
            if agent == env.agent_selection:
                assert mask.sum() > 1
                assert not mask[env.no_op]
            else:
                assert np.flatnonzero(mask).tolist() == [env.no_op]
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert sum(env.rewards.values()) == pytest.approx(0.0)
    assert max(env.rewards.values()) >= 0.0
    assert env.rewards == env._cumulative_rewards


def test_both_forms_play_the_same_game(game: str, small_table: Options) -> None:
    env = pettingzoo_env.env(game, **small_table)
    parallel = pettingzoo_env.parallel_env(game, **small_table)
    env.reset(seed=3)
    seen, _ = parallel.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards: dict[str, float] = {}
    while not any(env.terminations.values()):
        for agent in env.agents:
            for name, array in env.observe(agent).items():
                assert np.array_equal(array, seen[agent][name])
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        actions = dict.fromkeys(parallel.agents, parallel.no_op) | {env.agent_selection: action}
        env.step(action)
        seen, rewards, over, _, _ = parallel.step(actions)
    assert all(over.values())
    assert rewards == env.rewards
    assert parallel.agents == []


@pytest.mark.parametrize("plies", [0, 9, 10**9])
def test_snapshots(game: str, plies: int, small_table: Options) -> None:
    """A restored game continues the same, also in another environment."""
    env = pettingzoo_env.env(game, **small_table)
    follow = few(10**9, 2 * 70)  # long enough for short games to end
    env.reset(seed=5)
    random_game(env, 5, 2 * plies)
    if plies > 9:
        env.reset()  # continues the random stream
        random_game(env, 6, 2 * 30)
    saved = env.snapshot()
    assert isinstance(saved, bytes)

    def go_on(other: Any) -> list[Any]:
        text = random_game(other, 1, follow)
        other.reset()
        return text + random_game(other, 2, follow)

    expected = go_on(env)
    env.restore(saved)
    assert env.snapshot() == saved
    copies = [deepcopy(env), pickle.loads(pickle.dumps(env))]
    copies.append(pettingzoo_env.env(game, **small_table))
    copies[2].restore(saved)
    for other in [env, *copies]:
        assert go_on(other) == expected


def test_snapshot_of_a_finished_game() -> None:
    env = pettingzoo_env.env("northern")
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    env.step(None)
    saved = env.snapshot()
    agents, last = [*env.agents], env.last()
    env.step(None)
    env.restore(saved)
    assert env.agents == agents
    assert env.last()[1:] == last[1:]


def test_snapshot_of_another_table_is_rejected() -> None:
    env = pettingzoo_env.env("northern", seats=3)
    env.reset(seed=1)
    saved = env.snapshot()
    with pytest.raises(BadState, match="another table"):
        pettingzoo_env.env("northern", seats=4).restore(saved)
    with pytest.raises(BadState, match="another table"):
        pettingzoo_env.parallel_env("northern", seats=3).restore(saved)
    with pytest.raises(BadState, match="not a snapshot"):
        env.restore(b"something else")
    with pytest.raises(BadState, match="damaged"):
        env.restore(saved[:-1])


@pytest.mark.parametrize("form", [pettingzoo_env.env, pettingzoo_env.parallel_env])
def test_illegal_actions(form: Any) -> None:
    env = form("northern", seats=3)
    parallel = form is pettingzoo_env.parallel_env
    env.reset(seed=1)
    acting = env.possible_agents[0]
    if parallel:
        _, rewards, over, _, infos = env.step(dict.fromkeys(env.agents, env.no_op))
        masks = [env.observe(agent)["action_mask"] for agent in env.possible_agents]
        assert env.agents == []
        assert env.step({}) == ({}, {}, {}, {}, {})
    else:
        env.step(env.no_op)
        rewards, over, infos = {**env.rewards}, {**env.terminations}, {**env.infos}
        masks = [env.observe(agent)["action_mask"] for agent in env.agents]
        assert random_game(env, 0)
        assert env.agents == []
        env.step(None)
    assert rewards[acting] == ILLEGAL_REWARD
    assert sum(rewards.values()) == ILLEGAL_REWARD
    assert all(over.values())
    assert infos[acting] == {"illegal": True}
    assert all(np.flatnonzero(mask).tolist() == [env.no_op] for mask in masks)


def test_the_margin_is_part_of_the_reward() -> None:
    rewards_by_margin: dict[float, list[float]] = {}
    for margin in (0.0, 0.5, 1.0):
        env = pettingzoo_env.env("northern", seats=3, margin=margin)
        env.reset(seed=2)
        rng = np.random.default_rng(2)
        while not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        rewards_by_margin[margin] = [*env.rewards.values()]
        assert sum(rewards_by_margin[margin]) == pytest.approx(0.0)
    assert rewards_by_margin[0.5] == pytest.approx(
        [(a + b) / 2 for a, b in zip(rewards_by_margin[0.0], rewards_by_margin[1.0], strict=True)]
    )
    with pytest.raises(ValueError, match="margin"):
        pettingzoo_env.env("northern", margin=2.0)


def test_arguments_are_checked() -> None:
    with pytest.raises(BadSeats):
        pettingzoo_env.env("northern", seats=7)
    with pytest.raises(BadOption):
        pettingzoo_env.env("northern", colour="red")
    with pytest.raises(ValueError, match="no render mode"):
        pettingzoo_env.env("northern", render_mode="film")
    with pytest.raises(pettingzoo_env.NotReset):
        pettingzoo_env.env("northern").state()


@pytest.mark.slow
def test_both_speeds_play_the_same_game(game: str, load_native: LoadNative) -> None:
    load_native(game)
    games = []
    for speed in ("interpreted", "native"):
        env = pettingzoo_env.env(game, speed=speed)
        env.reset(seed=11)
        games.append(random_game(env, 11, 2 * 60))
    assert games[0] == games[1]


def test_custom_board(tmp_path: Path) -> None:
    """A board file is read each time, because it may have changed."""
    path = tmp_path / "board.toml"
    text = registry.text("northern", "board.toml")
    path.write_text(text, encoding="utf-8")
    first = pettingzoo_env.env("northern", board=path)
    path.write_text(text.replace('name = "Fargo"', 'name = "Moorhead"'), encoding="utf-8")
    second = pettingzoo_env.env("northern", board=path)
    names = [{city["name"] for city in env.game.board_file.data["city"]} for env in (first, second)]
    assert names[1] - names[0] == {"Moorhead"}
    second.reset(seed=1)
    assert second.observe("player_0")["observation"].any()
