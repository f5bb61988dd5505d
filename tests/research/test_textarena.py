"""TextArena environments: whole games, retries, forfeits, wrappers and registry."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
import textarena as ta

from roundhouse.core.errors import BadSeats, RoundhouseError
from roundhouse.play import registry
from roundhouse.play.prompt import list_moves
from roundhouse.research import textarena_env
from roundhouse.research.textarena_env import RoundhouseEnv, env_id

GAMES = [meta.id for meta in registry.games()]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    registry_of_envs = ta.envs.registration.ENV_REGISTRY
    before = dict(registry_of_envs)
    for name in before:
        if name.startswith("roundhouse-"):  # from the documentation's examples, in this process
            del registry_of_envs[name]
    textarena_env.register()
    yield
    registry_of_envs.clear()
    registry_of_envs.update(before)


def legal(env: Any) -> list[str]:
    moves: list[str] = list_moves(env._match.state)
    return moves


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str) -> None:
    """Play to the end from what the environment says, with TextArena's own loop."""
    env = ta.make(env_id(name), legal_moves=True)
    players = registry.meta(name).seats[0]
    env.reset(num_players=players, seed=1)
    rng, done = random.Random(1), False
    while not done:
        player, observation = env.get_observation()
        assert player == env._match.state.turn
        assert f"You are seat {player}" in observation
        moves = re.findall(r"^- `(.*?)`: ", observation.rsplit("Legal moves", 1)[1], re.M)
        done, _ = env.step(f"I take one of them.\nMove: {rng.choice(moves)}")
    rewards, info = env.close()
    assert sorted(rewards) == list(range(players))
    assert sum(rewards.values()) == pytest.approx(2 - players)
    assert info[0]["reason"]
    assert not any(info[player]["invalid_move"] for player in range(players))


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_starts(name: str) -> None:
    env = RoundhouseEnv(name)
    for players in registry.meta(name).seats:
        env.reset(num_players=players, seed=3)
        _, messages = env.get_observation()
        kinds = [kind for _, _, kind in messages]
        assert kinds == [ta.ObservationType.PROMPT, ta.ObservationType.GAME_BOARD]
        assert "Legal moves" not in messages[1][1]
        done, _ = env.step(f"[{legal(env)[0]}]")
        assert not done
    with pytest.raises(BadSeats):
        env.reset(num_players=12)


def test_the_same_seed_gives_the_same_game() -> None:
    def play(seed: int) -> str:
        env = RoundhouseEnv("texas")
        env.reset(num_players=3, seed=seed)
        for _ in range(30):
            env.step(legal(env)[0])
        return env.get_board_str()

    assert play(1) == play(1)
    assert len({play(seed) for seed in range(6)}) > 1


def test_a_mistake_is_explained_and_may_be_corrected() -> None:
    env = ta.make(env_id("northern"), retries=2)
    env.reset(num_players=3, seed=1)
    player, _ = env.get_observation()
    assert env.step("Move: lay oz") == (False, {})
    same, observation = env.get_observation()
    assert same == player
    assert "'lay oz' is no move of this game" in observation
    assert env.step("Move: lay fargo")[0] is False
    assert env.get_observation()[0] == 1
    assert not env.state.game_info[0]["invalid_move"]


def test_after_the_retries_a_player_forfeits() -> None:
    env = ta.make(env_id("northern"), retries=1)
    env.reset(num_players=3, seed=1)
    assert env.step("Move: lay fargo")[0] is False
    assert env.step("no")[0] is False
    done, _ = env.step("Move: lay oz")
    rewards, info = env.close()
    assert done
    assert rewards == {0: 0.0, 1: -1.0, 2: 0.0}
    assert info[1]["invalid_move"]
    assert info[0]["reason"] == "Player 1 made no legal move and forfeits."


def test_nobody_reads_a_secret_move() -> None:
    """Show a player's words to that player only.

    The position says what others may know.
    """
    env = RoundhouseEnv("union")
    env.reset(num_players=2, seed=4)
    first = env.state.current_player_id
    env.get_observation()
    env.step(f"My hand is good.\nMove: {legal(env)[0]}")
    player, messages = env.get_observation()
    assert player != first
    assert not any("My hand is good" in text for _, text, _ in messages)


@pytest.mark.parametrize(
    "wrapper",
    [
        ta.wrappers.LLMObservationWrapper,
        ta.wrappers.GameBoardObservationWrapper,
        ta.wrappers.GameMessagesAndCurrentBoardObservationWrapper,
    ],
)
def test_their_wrappers_and_copies_work(wrapper: Any) -> None:
    env = ta.wrappers.ActionFormattingWrapper(wrapper(RoundhouseEnv("northern")))
    env.reset(num_players=3, seed=1)
    _, observation = env.get_observation()
    assert "You are seat 0" in observation
    copied = copy.deepcopy(env)
    assert env.step("lay fargo")[0] is False
    assert "the railhead is Fargo" in env.get_observation()[1]
    assert "the railhead is Minneapolis" in copied.get_board_str()


def test_their_registry_lists_each_game_once() -> None:
    for game in GAMES:
        ta.check_env_exists(env_id(game))
        assert isinstance(ta.make(f"{env_id(game)}-raw"), RoundhouseEnv)
    with pytest.raises(RoundhouseError, match="already registered"):
        textarena_env.register()
