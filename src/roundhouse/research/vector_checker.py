"""A checker for Gymnasium's vector environments, as `check_env` is one for single ones.

    from roundhouse.research.vector_checker import check_vector_env

    check_vector_env(gymnasium.make_vec("CartPole-v1", num_envs=4))

Works for anybody's `VectorEnv` in all three modes of autoreset. It looks at: the spaces and how
they are batched; what `reset` and `step` return, new at each call, with the types and shapes that
`VectorEnv` promises; infos and the masks that say whom they belong to; that a seed settles
everything that follows; that no game hears of the actions in another; what happens where a game
ends (`final_obs` and `final_info`, the step that is skipped, or `reset_mask`); and that closing
twice is allowed. With `single`, a maker of the single environment, the whole is compared with
`SyncVectorEnv`, number by number.

Where infos hold an `action_mask` (games x actions) only such actions are tried. The first promise
that is broken raises `AssertionError`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.research.extras import MissingExtra

try:
    from gymnasium import Env, Space, spaces
    from gymnasium.utils.env_checker import data_equivalence
    from gymnasium.utils.passive_env_checker import data_shares_objects
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
except ImportError as missing:
    raise MissingExtra("the checker of vector environments", missing) from missing

MASK = "action_mask"
FINAL = ("final_obs", "final_info")

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Turn:
    """What a call has returned; a reset has no rewards and ends."""

    observations: Any
    infos: dict[str, Any]
    rewards: npt.NDArray[Any] | None = None
    terminated: Flags | None = None
    truncated: Flags | None = None

    @property
    def over(self) -> Flags:
        if self.terminated is None or self.truncated is None:
            return np.zeros(0, np.bool_)
        return np.logical_or(self.terminated, self.truncated)


def check_vector_env(
    envs: VectorEnv[Any, Any, Any],
    *,
    steps: int = 300,
    seed: int = 123,
    single: Callable[[], Env[Any, Any]] | None = None,
    independent: bool = True,
    skip_close_check: bool = False,
) -> None:
    """Raise AssertionError at the first promise of `VectorEnv` that is broken.

    `independent` is False for environments whose games share one random stream, as Gymnasium's own
    CartPoleVectorEnv does: there the end of one game changes how another begins.
    """
    _check_shape(envs)
    _check_resets(envs, seed)
    ended = _check_steps(envs, steps, seed)
    if not ended:
        warnings.warn(
            f"no game has ended in {steps} steps: what happens then was not looked at", stacklevel=2
        )
    _check_same_seed(envs, min(steps, 50), seed)
    if independent and envs.num_envs > 1:
        _check_apart(envs, min(steps, 50), seed)
    if single is not None:
        _check_against_singles(envs, single, steps, seed)
    if not skip_close_check:
        envs.close()
        envs.close()  # once more must be allowed


# What it is.


def _check_shape(envs: VectorEnv[Any, Any, Any]) -> None:
    assert isinstance(envs, VectorEnv), f"not a gymnasium.vector.VectorEnv: {type(envs)}"
    n = envs.num_envs
    assert isinstance(n, int), f"`num_envs` must be a number, not {type(n)}"
    assert n > 0, f"`num_envs` must be from 1 on, not {n}"
    mode = envs.metadata.get("autoreset_mode")
    assert isinstance(mode, AutoresetMode), (
        f"`metadata['autoreset_mode']` must be one of AutoresetMode, not {mode!r}"
    )
    for name in ("observation_space", "action_space"):
        one: Space[Any] = getattr(envs, f"single_{name}")
        many: Space[Any] = getattr(envs, name)
        assert isinstance(one, Space), f"`single_{name}` must be a Space, not {type(one)}"
        assert isinstance(many, Space), f"`{name}` must be a Space, not {type(many)}"
        wanted = batch_space(one, n)
        assert many == wanted, f"`{name}` must be `single_{name}` batched {n} times: {wanted}"


# What a call returns.


def _check_observations(envs: VectorEnv[Any, Any, Any], observations: Any, source: str) -> None:
    assert observations in envs.observation_space, (
        f"the observations of `{source}` are not within `observation_space`"
    )


def _check_infos(infos: Any, n: int, source: str, path: str = "infos") -> None:
    assert isinstance(infos, dict), f"`{path}` of `{source}` must be a dict, not {type(infos)}"
    for key, value in infos.items():
        here = f"{path}[{key!r}]"
        assert isinstance(key, str), f"{here} of `{source}`: a key must be a string"
        if key.startswith("_") and key[1:] in infos:
            assert isinstance(value, np.ndarray), f"{here} of `{source}` must be an array"
            assert value.dtype == np.bool_, f"{here} of `{source}` must be an array of bool"
            assert value.shape == (n,), f"{here} of `{source}` must have the shape ({n},)"
            continue
        assert f"_{key}" in infos, (
            f"{here} of `{source}` needs a mask beside it, {f'_{key}'!r}: whose games it is of"
        )
        if isinstance(value, dict):
            _check_infos(value, n, source, here)
        else:
            assert isinstance(value, np.ndarray), (
                f"{here} of `{source}` must be an array with a row for each game"
            )
            assert len(value) == n, f"{here} of `{source}` has {len(value)} rows for {n} games"


def _check_turn(envs: VectorEnv[Any, Any, Any], turn: Turn) -> None:
    n = envs.num_envs
    _check_observations(envs, turn.observations, "step")
    rewards = turn.rewards
    assert isinstance(rewards, np.ndarray), f"rewards must be an array, not {type(rewards)}"
    assert rewards.shape == (n,), f"rewards must have the shape ({n},), not {rewards.shape}"
    assert np.issubdtype(rewards.dtype, np.floating), f"rewards are {rewards.dtype}, not floats"
    assert np.isfinite(rewards).all(), "a reward is not finite"
    for name, flags in (("terminations", turn.terminated), ("truncations", turn.truncated)):
        assert isinstance(flags, np.ndarray), f"{name} must be an array, not {type(flags)}"
        assert flags.dtype == np.bool_, f"{name} must be of bool, not of {flags.dtype}"
        assert flags.shape == (n,), f"{name} must have the shape ({n},), not {flags.shape}"
    _check_infos(turn.infos, n, "step")


def _check_new(before: Turn, after: Turn) -> None:
    for name in ("observations", "infos", "rewards", "terminated", "truncated"):
        assert not data_shares_objects(getattr(before, name), getattr(after, name)), (
            f"two calls have returned {name} that share memory: each must return new arrays, "
            "since callers keep them"
        )


# Calling.


def _reset(envs: VectorEnv[Any, Any, Any], seed: int | None = None) -> Turn:
    result = envs.reset(seed=seed)
    assert isinstance(result, tuple), "`reset` must return (observations, infos)"
    assert len(result) == 2, "`reset` must return (observations, infos)"
    return Turn(*result)


def _step(envs: VectorEnv[Any, Any, Any], actions: Any) -> Turn:
    result = envs.step(actions)
    assert isinstance(result, tuple), "`step` must return a tuple of five"
    assert len(result) == 5, "`step` must return five things: see VectorEnv.step"
    observations, rewards, terminated, truncated, infos = result
    return Turn(observations, infos, rewards, terminated, truncated)


def _choose(envs: VectorEnv[Any, Any, Any], turn: Turn, rng: np.random.Generator) -> Any:
    """Actions at random, of the legal ones where a mask says which those are."""
    masks = turn.infos.get(MASK)
    if masks is None or not isinstance(envs.single_action_space, spaces.Discrete):
        envs.action_space.seed(int(rng.integers(1 << 30)))
        return envs.action_space.sample()
    first = int(envs.single_action_space.start)
    return np.array(
        [first + (int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0) for mask in masks],
        envs.action_space.dtype,
    )


def _again(envs: VectorEnv[Any, Any, Any], turn: Turn) -> Turn:
    """Without autoreset: begin anew what is over, as its user would."""
    if envs.metadata["autoreset_mode"] is not AutoresetMode.DISABLED or not turn.over.any():
        return turn
    observations, infos = envs.reset(options={"reset_mask": turn.over})
    _check_observations(envs, observations, "reset")
    space = envs.observation_space
    rows = zip(iterate(space, turn.observations), iterate(space, observations), strict=True)
    for i, (before, after) in enumerate(rows):
        assert turn.over[i] or data_equivalence(before, after), (
            f"`reset` with a `reset_mask` has changed game {i}, which was not to be reset"
        )
    return Turn(observations, {**turn.infos, **infos})


# The promises.


def _check_resets(envs: VectorEnv[Any, Any, Any], seed: int) -> None:
    first = _reset(envs, seed)
    _check_observations(envs, first.observations, "reset")
    _check_infos(first.infos, envs.num_envs, "reset")
    second = _reset(envs)
    third, fourth = _reset(envs, seed), _reset(envs)
    for one, other in ((first, second), (second, third), (third, fourth)):
        _check_new(one, other)
    assert data_equivalence(first.observations, third.observations), (
        "two resets with the same seed begin differently"
    )
    assert data_equivalence(second.observations, fourth.observations), (
        "the reset after a reset with a seed is not settled by that seed"
    )
    envs.reset(options={})


def _check_steps(envs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> bool:
    """Random play; whether a game has ended on the way."""
    rng = np.random.default_rng(seed)
    mode = envs.metadata["autoreset_mode"]
    turn, ended = _reset(envs, seed), False
    waiting = np.zeros(envs.num_envs, np.bool_)  # NEXT_STEP: games that the next step only resets
    for _ in range(steps):
        after = _step(envs, _choose(envs, turn, rng))
        _check_turn(envs, after)
        _check_new(turn, after)
        over = after.over
        ended = ended or bool(over.any())
        if mode is AutoresetMode.SAME_STEP:
            _check_final(envs, after)
        elif mode is AutoresetMode.NEXT_STEP:
            assert after.rewards is not None
            assert not after.rewards[waiting].any(), (
                "NEXT_STEP: the step that resets a game must reward it with 0"
            )
            assert not over[waiting].any(), (
                "NEXT_STEP: a game is over again in the step that resets it"
            )
            waiting = over
        turn = _again(envs, after)
    return ended


def _check_final(envs: VectorEnv[Any, Any, Any], turn: Turn) -> None:
    over, infos = turn.over, turn.infos
    for name in FINAL:
        mask = infos.get(f"_{name}", np.zeros(envs.num_envs, np.bool_))
        assert np.array_equal(mask, over), (
            f"SAME_STEP: `infos['_{name}']` must be true just where a game has ended"
        )
        assert name in infos or not over.any(), f"SAME_STEP: `infos['{name}']` is missing"
    for i in np.flatnonzero(over):
        assert infos["final_obs"][i] in envs.single_observation_space, (
            f"SAME_STEP: `infos['final_obs'][{i}]` is not within `single_observation_space`"
        )
    assert isinstance(infos.get("final_info", {}), dict), (
        "SAME_STEP: `infos['final_info']` must be a dict, batched as infos are"
    )


def _check_same_seed(envs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> None:
    runs = []
    for _ in range(2):
        rng = np.random.default_rng(seed)
        turns = [_reset(envs, seed)]
        for _ in range(steps):
            turns.append(_again(envs, _step(envs, _choose(envs, turns[-1], rng))))
        runs.append(turns)
    for number, (one, other) in enumerate(zip(*runs, strict=True)):
        for name in ("observations", "rewards", "terminated", "truncated", "infos"):
            assert data_equivalence(getattr(one, name), getattr(other, name)), (
                f"the same seed and the same actions give other {name} in step {number}"
            )


def _check_apart(envs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> None:
    """Play twice with the same seed and other actions in game 0: the others must not notice."""
    rng = np.random.default_rng(seed)
    turn, played, seen = _reset(envs, seed), [], []
    for _ in range(steps):
        actions = _choose(envs, turn, rng)
        turn = _again(envs, _step(envs, actions))
        played.append([*iterate(envs.action_space, actions)])
        seen.append([*iterate(envs.observation_space, turn.observations)])
    other = np.random.default_rng(seed + 1)
    turn = _reset(envs, seed)
    for number, (actions, observations) in enumerate(zip(played, seen, strict=True)):
        own = next(iter(iterate(envs.action_space, _choose(envs, turn, other))))
        turn = _again(envs, _step(envs, _together(envs, [own, *actions[1:]])))
        rows = [*iterate(envs.observation_space, turn.observations)]
        for i in range(1, envs.num_envs):
            assert data_equivalence(rows[i], observations[i]), (
                f"other actions in game 0 have changed game {i} in step {number}"
            )


def _together(envs: VectorEnv[Any, Any, Any], actions: list[Any]) -> Any:
    space = envs.single_action_space
    empty: Any = create_empty_array(space, envs.num_envs)
    return concatenate(space, actions, empty)


def _check_against_singles(
    envs: VectorEnv[Any, Any, Any], single: Callable[[], Env[Any, Any]], steps: int, seed: int
) -> None:
    singles: VectorEnv[Any, Any, Any] = SyncVectorEnv(
        [single] * envs.num_envs, autoreset_mode=envs.metadata["autoreset_mode"]
    )
    rng = np.random.default_rng(seed)
    one, other = _reset(envs, seed), _reset(singles, seed)
    for number in range(steps):
        for name in ("observations", "rewards", "terminated", "truncated", "infos"):
            assert data_equivalence(getattr(one, name), getattr(other, name)), (
                f"the {name} after {number} steps are not those of single environments"
            )
        actions = _choose(envs, one, rng)
        one, other = _again(envs, _step(envs, actions)), _again(singles, _step(singles, actions))
    singles.close()
