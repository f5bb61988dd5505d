"""A checker for Gymnasium vector environments, like `check_env` for single ones.

    from roundhouse.research.vector_checker import check_vector_env

    check_vector_env(gymnasium.make_vec("CartPole-v1", num_envs=4))

It works for every `VectorEnv` in all three autoreset modes, and checks that

- the spaces are batched correctly;
- `reset` and `step` return new arrays at each call, with the required types and shapes;
- infos have masks that name their games;
- a seed determines the results;
- games are independent of each other;
- the end of a game follows the autoreset mode (`final_obs` and `final_info`, the skipped step, or
  `reset_mask`);
- closing twice is allowed;
- the results equal those of `SyncVectorEnv` over single environments, if a function that creates
  these is passed.

If infos contain an `action_mask` (games x actions), the checker plays legal actions only.
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
FIELDS = ("observations", "infos", "rewards", "terminated", "truncated")

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class StepResult:
    """The return values of `step` or `reset`; a reset has no rewards and no flags."""

    observations: Any
    infos: dict[str, Any]
    rewards: npt.NDArray[Any] | None = None
    terminated: Flags | None = None
    truncated: Flags | None = None

    @property
    def over(self) -> Flags:
        """Which games ended in the last step."""
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
    """Check a vector environment.

    Args:
        envs: The vector environment.
        steps: The number of random steps.
        seed: The seed of the games and of the actions.
        single: Creates the single environment to compare with; None skips the comparison.
        independent: Whether each game has its own random stream. Pass False for environments such
            as Gymnasium's CartPoleVectorEnv, whose games share one.
        skip_close_check: Whether to leave the environment open.

    Raises:
        AssertionError: The environment violates a requirement of `VectorEnv`.
    """
    _check_shape(envs)
    _check_resets(envs, seed)
    ended = _check_steps(envs, steps, seed)
    if not ended:
        warnings.warn(
            f"no game has ended in {steps} steps: the end of games was not checked", stacklevel=2
        )
    _check_same_seed(envs, min(steps, 50), seed)
    if independent and envs.num_envs > 1:
        _check_independence(envs, min(steps, 50), seed)
    if single is not None:
        _check_against_single_envs(envs, single, steps, seed)
    if not skip_close_check:
        envs.close()
        envs.close()  # a second call must be allowed


# Spaces and metadata.


def _check_shape(envs: VectorEnv[Any, Any, Any]) -> None:
    assert isinstance(envs, VectorEnv), f"not a gymnasium.vector.VectorEnv: {type(envs)}"
    n = envs.num_envs
    assert isinstance(n, int), f"`num_envs` must be a number, not {type(n)}"
    assert n > 0, f"`num_envs` must be at least 1, not {n}"
    mode = envs.metadata.get("autoreset_mode")
    assert isinstance(mode, AutoresetMode), (
        f"`metadata['autoreset_mode']` must be one of AutoresetMode, not {mode!r}"
    )
    for name in ("observation_space", "action_space"):
        one: Space[Any] = getattr(envs, f"single_{name}")
        many: Space[Any] = getattr(envs, name)
        assert isinstance(one, Space), f"`single_{name}` must be a Space, not {type(one)}"
        assert isinstance(many, Space), f"`{name}` must be a Space, not {type(many)}"
        expected = batch_space(one, n)
        assert many == expected, f"`{name}` must be `single_{name}` batched {n} times: {expected}"


# Return values.


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
            f"{here} of `{source}` needs a mask beside it, {f'_{key}'!r}, that names its games"
        )
        if isinstance(value, dict):
            _check_infos(value, n, source, here)
        else:
            assert isinstance(value, np.ndarray), (
                f"{here} of `{source}` must be an array with a row for each game"
            )
            assert len(value) == n, f"{here} of `{source}` has {len(value)} rows for {n} games"


def _check_step_result(envs: VectorEnv[Any, Any, Any], result: StepResult) -> None:
    n = envs.num_envs
    _check_observations(envs, result.observations, "step")
    rewards = result.rewards
    assert isinstance(rewards, np.ndarray), f"rewards must be an array, not {type(rewards)}"
    assert rewards.shape == (n,), f"rewards must have the shape ({n},), not {rewards.shape}"
    assert np.issubdtype(rewards.dtype, np.floating), f"rewards are {rewards.dtype}, not floats"
    assert np.isfinite(rewards).all(), "a reward is not finite"
    for name, flags in (("terminations", result.terminated), ("truncations", result.truncated)):
        assert isinstance(flags, np.ndarray), f"{name} must be an array, not {type(flags)}"
        assert flags.dtype == np.bool_, f"{name} must be of bool, not of {flags.dtype}"
        assert flags.shape == (n,), f"{name} must have the shape ({n},), not {flags.shape}"
    _check_infos(result.infos, n, "step")


def _check_fresh_arrays(before: StepResult, after: StepResult) -> None:
    for name in FIELDS:
        assert not data_shares_objects(getattr(before, name), getattr(after, name)), (
            f"two calls have returned {name} that share memory: each must return new arrays, "
            "since callers keep them"
        )


# Calls.


def _reset(envs: VectorEnv[Any, Any, Any], seed: int | None = None) -> StepResult:
    result = envs.reset(seed=seed)
    is_pair = isinstance(result, tuple) and len(result) == 2
    assert is_pair, "`reset` must return (observations, infos)"
    return StepResult(*result)


def _step(envs: VectorEnv[Any, Any, Any], actions: Any) -> StepResult:
    result = envs.step(actions)
    is_complete = isinstance(result, tuple) and len(result) == 5
    assert is_complete, "`step` must return five values: see VectorEnv.step"
    observations, rewards, terminated, truncated, infos = result
    return StepResult(observations, infos, rewards, terminated, truncated)


def _sample_actions(
    envs: VectorEnv[Any, Any, Any], result: StepResult, rng: np.random.Generator
) -> Any:
    """Draw a random action for each game, a legal one if there is a mask."""
    masks = result.infos.get(MASK)
    if masks is None or not isinstance(envs.single_action_space, spaces.Discrete):
        envs.action_space.seed(int(rng.integers(1 << 30)))
        return envs.action_space.sample()
    first = int(envs.single_action_space.start)
    return np.array(
        [first + (int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0) for mask in masks],
        envs.action_space.dtype,
    )


def _reset_finished(envs: VectorEnv[Any, Any, Any], result: StepResult) -> StepResult:
    """Reset the finished games if the environment does not do it itself."""
    if envs.metadata["autoreset_mode"] is not AutoresetMode.DISABLED or not result.over.any():
        return result
    observations, infos = envs.reset(options={"reset_mask": result.over})
    _check_observations(envs, observations, "reset")
    space = envs.observation_space
    rows = zip(iterate(space, result.observations), iterate(space, observations), strict=True)
    for i, (before, after) in enumerate(rows):
        assert result.over[i] or data_equivalence(before, after), (
            f"`reset` with a `reset_mask` changed game {i}, which the mask excludes"
        )
    return StepResult(observations, {**result.infos, **infos})


# Requirements.


def _check_resets(envs: VectorEnv[Any, Any, Any], seed: int) -> None:
    first = _reset(envs, seed)
    _check_observations(envs, first.observations, "reset")
    _check_infos(first.infos, envs.num_envs, "reset")
    second = _reset(envs)
    third, fourth = _reset(envs, seed), _reset(envs)
    for one, other in ((first, second), (second, third), (third, fourth)):
        _check_fresh_arrays(one, other)
    assert data_equivalence(first.observations, third.observations), (
        "two resets with the same seed return different observations"
    )
    assert data_equivalence(second.observations, fourth.observations), (
        "the seed of a reset does not determine the next reset"
    )
    envs.reset(options={})


def _check_steps(envs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> bool:
    """Check random play; return whether a game has ended."""
    rng = np.random.default_rng(seed)
    mode = envs.metadata["autoreset_mode"]
    result, ended = _reset(envs, seed), False
    waiting = np.zeros(envs.num_envs, np.bool_)  # NEXT_STEP: games that the next step only resets
    for _ in range(steps):
        after = _step(envs, _sample_actions(envs, result, rng))
        _check_step_result(envs, after)
        _check_fresh_arrays(result, after)
        over = after.over
        ended = ended or bool(over.any())
        if mode is AutoresetMode.SAME_STEP:
            _check_final(envs, after)
        elif mode is AutoresetMode.NEXT_STEP:
            assert after.rewards is not None
            assert not after.rewards[waiting].any(), (
                "NEXT_STEP: the step that resets a game must reward it with 0"
            )
            assert not over[waiting].any(), "NEXT_STEP: a game ended in the step that resets it"
            waiting = over
        result = _reset_finished(envs, after)
    return ended


def _check_final(envs: VectorEnv[Any, Any, Any], result: StepResult) -> None:
    over, infos = result.over, result.infos
    for name in FINAL:
        mask = infos.get(f"_{name}", np.zeros(envs.num_envs, np.bool_))
        assert np.array_equal(mask, over), (
            f"SAME_STEP: `infos['_{name}']` must be true exactly where a game has ended"
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
        results = [_reset(envs, seed)]
        for _ in range(steps):
            results.append(
                _reset_finished(envs, _step(envs, _sample_actions(envs, results[-1], rng)))
            )
        runs.append(results)
    for number, (one, other) in enumerate(zip(*runs, strict=True)):
        for name in FIELDS:
            assert data_equivalence(getattr(one, name), getattr(other, name)), (
                f"the same seed and the same actions give different {name} in step {number}"
            )


def _check_independence(envs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> None:
    """Check that different actions in game 0 do not change the other games."""
    rng = np.random.default_rng(seed)
    result, actions_by_step, observations_by_step = _reset(envs, seed), [], []
    for _ in range(steps):
        actions = _sample_actions(envs, result, rng)
        result = _reset_finished(envs, _step(envs, actions))
        actions_by_step.append([*iterate(envs.action_space, actions)])
        observations_by_step.append([*iterate(envs.observation_space, result.observations)])
    other = np.random.default_rng(seed + 1)
    result = _reset(envs, seed)
    for number, (actions, observations) in enumerate(
        zip(actions_by_step, observations_by_step, strict=True)
    ):
        own = next(iter(iterate(envs.action_space, _sample_actions(envs, result, other))))
        empty: Any = create_empty_array(envs.single_action_space, envs.num_envs)
        changed: Any = concatenate(envs.single_action_space, [own, *actions[1:]], empty)
        result = _reset_finished(envs, _step(envs, changed))
        rows = [*iterate(envs.observation_space, result.observations)]
        for i in range(1, envs.num_envs):
            assert data_equivalence(rows[i], observations[i]), (
                f"different actions in game 0 changed game {i} in step {number}"
            )


def _check_against_single_envs(
    envs: VectorEnv[Any, Any, Any], single: Callable[[], Env[Any, Any]], steps: int, seed: int
) -> None:
    single_envs: VectorEnv[Any, Any, Any] = SyncVectorEnv(
        [single] * envs.num_envs, autoreset_mode=envs.metadata["autoreset_mode"]
    )
    rng = np.random.default_rng(seed)
    one, other = _reset(envs, seed), _reset(single_envs, seed)
    for number in range(steps):
        for name in FIELDS:
            assert data_equivalence(getattr(one, name), getattr(other, name)), (
                f"the {name} after {number} steps differ from those of single environments"
            )
        actions = _sample_actions(envs, one, rng)
        one, other = (
            _reset_finished(envs, _step(envs, actions)),
            _reset_finished(single_envs, _step(single_envs, actions)),
        )
    single_envs.close()
