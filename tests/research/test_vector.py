"""Vector environments: the checker on every table, and on faulty environments."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from tests.conftest import LoadNative
from tests.research.conftest import few

import roundhouse.research.gymnasium_env
from roundhouse.core.errors import BadState
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED
from roundhouse.research.gymnasium_vector import SeatVectorEnv
from roundhouse.research.vector_checker import check_vector_env
from roundhouse.research.vector_games import CompiledGames, SingleGames

Options = dict[str, Any]
OPPONENTS = ["greedy", ["beginner", "instinct", "random"]]


def make_vec(game: str, n: int, **options: Any) -> SeatVectorEnv:
    envs = gymnasium.make_vec(
        f"roundhouse/{game}-v1", num_envs=n, vectorization_mode="vector_entry_point", **options
    )
    assert isinstance(envs, SeatVectorEnv)
    return envs


# Long games do not end within the few steps of `make test`.
@pytest.mark.filterwarnings("ignore:no game has ended in:UserWarning")
def test_every_table(game: str, seats: int, options: Options, scale: int) -> None:
    arguments = {"seats": seats, "opponents": "random", **options}
    check_vector_env(
        make_vec(game, 3, **arguments),
        steps=60 * scale,
        single=lambda: gymnasium.make(f"roundhouse/{game}-v1", **arguments),
    )


def test_snapshots(game: str, small_table: Options) -> None:
    envs = make_vec(game, 3, opponents="greedy", **small_table)
    _, infos = envs.reset(seed=1)
    saved = envs.snapshot()

    def go_on(other: SeatVectorEnv, infos: dict[str, Any]) -> list[bytes]:
        lines = []
        for step in range(few(40, 8)):
            actions = infos["action_mask"].argmax(axis=1 if step % 2 else -1)
            observations, rewards, over, _, infos = other.step(actions)
            lines += [observations.tobytes(), rewards.tobytes(), over.tobytes()]
        return lines

    expected = go_on(envs, infos)
    for other in (envs, make_vec(game, 3, opponents="greedy", **small_table)):
        _, infos = other.restore(saved)
        assert go_on(other, infos) == expected
    with pytest.raises(BadState, match="another table"):
        make_vec(game, 4).restore(saved)


@pytest.mark.slow
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_compiled_games_equal_single_games(
    game: str, opponents: Any, load_native: LoadNative
) -> None:
    compare_games(load_native(game), opponents)


@pytest.mark.slow
@pytest.mark.jit
def test_games_compiled_by_numba_equal_single_games(fast_northern: Game) -> None:
    compare_games(fast_northern.at_speed(COMPILED), OPPONENTS[1])


def compare_games(table: Game, opponents: Any) -> None:
    """Results are equal across game ends, an illegal action and a snapshot exchange."""
    seats = table.meta.usual_seats
    fast = CompiledGames(table, seats, 3, opponents, None, 0.3)
    slow = SingleGames(table.fork(), seats, 3, opponents, None, 0.3)
    rng = np.random.default_rng(2)
    for games in (fast, slow):
        games.start(np.arange(3), [1, 2, 3])
    for step in range(40):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in slow.legal_action_mask]
        if step == 20:
            actions[1] = int(np.flatnonzero(slow.legal_action_mask[1] == 0)[0])
        for games in (fast, slow):
            games.step(np.array(actions))
        assert fast.dump() == slow.dump()
        for field in ("current_player", "observation", "legal_action_mask", "rewards", "illegal"):
            assert np.array_equal(getattr(fast, field), getattr(slow, field)), field
        assert np.array_equal(fast.terminated, slow.terminated)
        if step == 10:
            fast.load(slow.dump())
        over = np.flatnonzero(slow.terminated)
        for games in (fast, slow):
            games.start(over, [None] * len(over))


def test_seeds() -> None:
    envs = make_vec("northern", 3, opponents="random")
    from_number, _ = envs.reset(seed=5)
    from_list, _ = envs.reset(seed=[5, 6, 7])
    assert np.array_equal(from_number, from_list)
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        envs.reset(seed=[1, 2])


def test_pictures() -> None:
    envs = make_vec("northern", 2, opponents="random", render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert [frame.dtype for frame in frames] == [np.uint8, np.uint8]


# The checker.


@pytest.mark.parametrize("mode", [*AutoresetMode])
def test_environments_of_gymnasium(mode: AutoresetMode) -> None:
    def cart() -> gymnasium.Env[Any, Any]:
        return gymnasium.make("CartPole-v1")

    envs: Any = SyncVectorEnv([cart] * 3, autoreset_mode=mode)
    check_vector_env(envs, single=cart, steps=150)
    check_vector_env(SyncVectorEnv([lambda: gymnasium.make("Blackjack-v1")] * 2), steps=50)


def test_shared_random_stream_is_detected() -> None:
    def carts() -> Any:
        return gymnasium.make_vec(
            "CartPole-v1", num_envs=3, vectorization_mode="vector_entry_point"
        )

    check_vector_env(carts(), independent=False)
    with pytest.raises(AssertionError, match="different actions in game 0 changed game"):
        check_vector_env(carts())


class Counting(VectorEnv[Any, Any, Any]):
    """Games that count to five; subclasses violate one requirement each."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    shares_memory = False  # return the same buffer at each call
    ignores_seeds = False

    def __init__(self) -> None:
        self.num_envs = 2
        self.single_observation_space: Any = spaces.Box(0.0, 100.0, (1,), np.float32)
        self.single_action_space: Any = spaces.Discrete(2)
        self.observation_space: Any = batch_space(self.single_observation_space, 2)
        self.action_space: Any = batch_space(self.single_action_space, 2)
        self.at = np.zeros((2, 1), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        super().reset(seed=seed)
        self.at[:] = np.random.default_rng().random((2, 1)) if self.ignores_seeds else 0.0
        return self.observations(), {}

    def observations(self) -> Any:
        return self.at if self.shares_memory else self.at.copy()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self.at += 1
        over = self.at[:, 0] >= 5
        infos: dict[str, Any] = {}
        if over.any():
            infos = self.final_infos(over)
            self.at[over] = 0
        return self.observations(), self.rewards(), over, np.zeros(2, np.bool_), infos

    def rewards(self) -> Any:
        return np.zeros(2)

    def final_infos(self, over: Any) -> dict[str, Any]:
        last = np.full(2, None, object)
        for i in np.flatnonzero(over):
            last[i] = self.at[i].copy()
        return {"final_obs": last, "_final_obs": over, "final_info": {}, "_final_info": over}


class NoFinal(Counting):
    def final_infos(self, over: Any) -> dict[str, Any]:
        return {}


class InfoWithoutMask(Counting):
    def final_infos(self, over: Any) -> dict[str, Any]:
        return {**super().final_infos(over), "length": np.full(2, 5)}


class IntegerRewards(Counting):
    def rewards(self) -> Any:
        return np.zeros(2, np.int64)


class NoMode(Counting):
    metadata: Any = {}  # noqa: RUF012


class SharesMemory(Counting):
    shares_memory = True


class IgnoresSeeds(Counting):
    ignores_seeds = True


class Unbatched(Counting):
    def __init__(self) -> None:
        super().__init__()
        self.observation_space = self.single_observation_space


class ClosesOnce(Counting):
    def close(self, **kwargs: Any) -> None:
        if self.closed:  # type: ignore[has-type]
            raise RuntimeError("closed already")
        self.closed = True


def test_correct_environment_passes() -> None:
    check_vector_env(Counting(), steps=20)
    with pytest.warns(UserWarning, match="no game has ended in 3 steps"):
        check_vector_env(Counting(), steps=3)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (NoFinal, "must be true exactly where a game has ended"),
        (InfoWithoutMask, "needs a mask beside it"),
        (IntegerRewards, "not floats"),
        (NoMode, "AutoresetMode"),
        (SharesMemory, "share memory"),
        (IgnoresSeeds, "the same seed"),
        (Unbatched, "batched 2 times"),
    ],
)
def test_violations_are_detected(kind: type[Counting], message: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        check_vector_env(kind(), steps=20)


def test_error_on_second_close_is_detected() -> None:
    with pytest.raises(RuntimeError, match="closed already"):
        check_vector_env(ClosesOnce(), steps=20)


def test_the_module_registers_every_game() -> None:
    assert roundhouse.research.gymnasium_env.NAMESPACE == "roundhouse"
    for meta in roundhouse.games():
        spec = gymnasium.registry[f"roundhouse/{meta.id}-v1"]
        assert spec.kwargs == {"game": meta.id}  # without `rules`, so the newest
    assert {name for name in gymnasium.registry if name.startswith("roundhouse/")} == {
        f"roundhouse/{meta.id}-v1" for meta in roundhouse.games()
    }
