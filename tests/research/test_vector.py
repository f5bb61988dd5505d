"""Many games side by side: our checker on every table, and the checker on others' environments."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from tests.research.conftest import few

import roundhouse.research.gymnasium_env
from roundhouse.core.errors import BadState
from roundhouse.core.rule import COMPILED
from roundhouse.research.gymnasium_vector import SeatVectorEnv
from roundhouse.research.tables import open_table
from roundhouse.research.vector_checker import check_vector_env
from roundhouse.research.vector_games import CompiledGames, SingleGames

Options = dict[str, Any]


def make_vec(game: str, n: int, **asked: Any) -> SeatVectorEnv:
    envs = gymnasium.make_vec(
        f"roundhouse/{game}-v1", num_envs=n, vectorization_mode="vector_entry_point", **asked
    )
    assert isinstance(envs, SeatVectorEnv)
    return envs


# Long games do not end in the few steps of `make test`.
@pytest.mark.filterwarnings("ignore:no game has ended in:UserWarning")
def test_every_table(game: str, seats: int, options: Options, scale: int) -> None:
    asked = {"seats": seats, "opponents": "random", **options}
    check_vector_env(
        make_vec(game, 3, **asked),
        steps=60 * scale,
        single=lambda: gymnasium.make(f"roundhouse/{game}-v1", **asked),
    )


def test_snapshots(game: str, small_table: Options) -> None:
    envs = make_vec(game, 3, opponents="greedy", **small_table)
    _, infos = envs.reset(seed=1)
    kept = envs.snapshot()

    def go_on(other: SeatVectorEnv, infos: dict[str, Any]) -> list[bytes]:
        told = []
        for step in range(few(40, 8)):
            actions = infos["action_mask"].argmax(axis=1 if step % 2 else -1)
            observations, rewards, over, _, infos = other.step(actions)
            told += [observations.tobytes(), rewards.tobytes(), over.tobytes()]
        return told

    wanted = go_on(envs, infos)
    for other in (envs, make_vec(game, 3, opponents="greedy", **small_table)):
        _, infos = other.restore(kept)
        assert go_on(other, infos) == wanted
    with pytest.raises(BadState, match="another table"):
        make_vec(game, 4).restore(kept)


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["greedy", ["beginner", "instinct", "random"]])
def test_together_and_one_by_one(compiled_game: str, opponents: Any) -> None:
    """All games in one compiled call are those that are played one after the other, over their ends
    and an illegal action, and the one takes the other's snapshot."""
    table, seats = open_table(compiled_game, speed=COMPILED)
    fast = CompiledGames(table, seats, 3, opponents, None, 0.3)
    slow = SingleGames(table.fork(), seats, 3, opponents, None, 0.3)
    rng = np.random.default_rng(2)
    for games in (fast, slow):
        games.begin(np.arange(3), [1, 2, 3])
    for step in range(40):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in slow.legal_action_mask]
        if step == 20:
            actions[1] = int(np.flatnonzero(slow.legal_action_mask[1] == 0)[0])
        for games in (fast, slow):
            games.step(np.array(actions))
        assert fast.keep() == slow.keep()
        for field in ("current_player", "observation", "legal_action_mask", "rewards", "illegal"):
            assert np.array_equal(getattr(fast, field), getattr(slow, field)), field
        assert np.array_equal(fast.terminated, slow.terminated)
        if step == 10:
            fast.put_back(slow.keep())
        over = np.flatnonzero(slow.terminated)
        for games in (fast, slow):
            games.begin(over, [None] * len(over))


def test_seeds() -> None:
    envs = make_vec("northern", 3, opponents="random")
    numbered, _ = envs.reset(seed=5)
    listed, _ = envs.reset(seed=[5, 6, 7])
    assert np.array_equal(numbered, listed)
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        envs.reset(seed=[1, 2])


def test_pictures() -> None:
    envs = make_vec("northern", 2, opponents="random", render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert [frame.dtype for frame in frames] == [np.uint8, np.uint8]


# The checker itself.


@pytest.mark.parametrize("mode", [*AutoresetMode])
def test_gymnasiums_own(mode: AutoresetMode) -> None:
    def cart() -> gymnasium.Env[Any, Any]:
        return gymnasium.make("CartPole-v1")

    envs: Any = SyncVectorEnv([cart] * 3, autoreset_mode=mode)
    check_vector_env(envs, single=cart, steps=150)
    check_vector_env(SyncVectorEnv([lambda: gymnasium.make("Blackjack-v1")] * 2), steps=50)


def test_games_that_share_a_random_stream_are_found() -> None:
    def carts() -> Any:
        return gymnasium.make_vec(
            "CartPole-v1", num_envs=3, vectorization_mode="vector_entry_point"
        )

    check_vector_env(carts(), independent=False)
    with pytest.raises(AssertionError, match="other actions in game 0 have changed game"):
        check_vector_env(carts())


class Counting(VectorEnv[Any, Any, Any]):
    """Games that count to five; a subclass breaks a promise."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    share = False  # whether buffers are handed out
    wild = False  # whether seeds mean nothing

    def __init__(self) -> None:
        self.num_envs = 2
        self.single_observation_space: Any = spaces.Box(0.0, 100.0, (1,), np.float32)
        self.single_action_space: Any = spaces.Discrete(2)
        self.observation_space: Any = batch_space(self.single_observation_space, 2)
        self.action_space: Any = batch_space(self.single_action_space, 2)
        self.at = np.zeros((2, 1), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        super().reset(seed=seed)
        self.at[:] = np.random.default_rng().random((2, 1)) if self.wild else 0.0
        return self.seen(), {}

    def seen(self) -> Any:
        return self.at if self.share else self.at.copy()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self.at += 1
        over = self.at[:, 0] >= 5
        infos: dict[str, Any] = {}
        if over.any():
            infos = self.final(over)
            self.at[over] = 0
        return self.seen(), self.rewards(), over, np.zeros(2, np.bool_), infos

    def rewards(self) -> Any:
        return np.zeros(2)

    def final(self, over: Any) -> dict[str, Any]:
        last = np.full(2, None, object)
        for i in np.flatnonzero(over):
            last[i] = self.at[i].copy()
        return {"final_obs": last, "_final_obs": over, "final_info": {}, "_final_info": over}


class NoFinal(Counting):
    def final(self, over: Any) -> dict[str, Any]:
        return {}


class BareInfo(Counting):
    def final(self, over: Any) -> dict[str, Any]:
        return {**super().final(over), "length": np.full(2, 5)}


class IntegerRewards(Counting):
    def rewards(self) -> Any:
        return np.zeros(2, np.int64)


class NoMode(Counting):
    metadata: Any = {}  # noqa: RUF012


class Shared(Counting):
    share = True


class Wild(Counting):
    wild = True


class Unbatched(Counting):
    def __init__(self) -> None:
        super().__init__()
        self.observation_space = self.single_observation_space


class Ajar(Counting):
    def close(self, **kwargs: Any) -> None:
        if self.closed:  # type: ignore[has-type]
            raise RuntimeError("closed already")
        self.closed = True


def test_a_good_one_passes() -> None:
    check_vector_env(Counting(), steps=20)
    with pytest.warns(UserWarning, match="no game has ended in 3 steps"):
        check_vector_env(Counting(), steps=3)


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (NoFinal, "must be true just where a game has ended"),
        (BareInfo, "needs a mask beside it"),
        (IntegerRewards, "not floats"),
        (NoMode, "AutoresetMode"),
        (Shared, "share memory"),
        (Wild, "the same seed"),
        (Unbatched, "batched 2 times"),
    ],
)
def test_broken_promises_are_found(kind: type[Counting], complaint: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        check_vector_env(kind(), steps=20)


def test_closing_twice_must_be_allowed() -> None:
    with pytest.raises(RuntimeError, match="closed already"):
        check_vector_env(Ajar(), steps=20)


def test_the_module_registers_every_game() -> None:
    assert roundhouse.research.gymnasium_env.NAMESPACE == "roundhouse"
    for meta in roundhouse.games():
        spec = gymnasium.registry[f"roundhouse/{meta.id}-v1"]
        assert spec.kwargs == {"game": meta.id}  # the newest rules, unless others are asked for
    assert {name for name in gymnasium.registry if name.startswith("roundhouse/")} == {
        f"roundhouse/{meta.id}-v1" for meta in roundhouse.games()
    }
