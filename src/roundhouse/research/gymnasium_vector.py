"""Many games side by side as one Gymnasium vector environment.

    envs = gymnasium.make_vec(
        "roundhouse/texas-v1", num_envs=64, vectorization_mode="vector_entry_point", seats=4
    )

Equal to Gymnasium's own `SyncVectorEnv` over the single environments, game by game and number by
number. Where all opponents play inside the compiled loop (random, instinct, greedy, beginner) a
step of all games is one compiled call. What is over begins anew within the same step: the last
observation and info of a game are under `final_obs` and `final_info`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.research import rendering, snapshots
from roundhouse.research.extras import MissingExtra
from roundhouse.research.gymnasium_env import METADATA, EpisodeOver, Observation
from roundhouse.research.opponents import Opponents
from roundhouse.research.rewards import check_margin
from roundhouse.research.tables import limits, open_table
from roundhouse.research.vector_games import Flags, Seeds, games_of

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise MissingExtra("the Gymnasium interface", missing) from missing

VECTOR_METADATA = {**METADATA, "autoreset_mode": AutoresetMode.SAME_STEP}


class SeatVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games as one of their seats plays them; see `SeatEnv`."""

    metadata = VECTOR_METADATA

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
        *,
        board: str | Path | None = None,
        rules: int | None = None,
        speed: str | None = None,
        margin: float = 0.0,
        **options: Any,
    ) -> None:
        self.game, self.seats = open_table(
            game, seats, options, board=board, rules=rules, speed=speed
        )
        self.num_envs = num_envs
        self.render_mode = rendering.check_mode(render_mode)
        self._games = games_of(
            self.game, self.seats, num_envs, opponents, seat, check_margin(margin)
        )
        self._begun = False
        size, actions = self._games.observation.shape[1], self._games.legal_action_mask.shape[1]
        self.single_observation_space = spaces.Box(**limits((size,)))
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere; a number seeds the first game, the next one the second, ..."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = self._seeds(seed)
        self._games.begin(np.arange(self.num_envs), seeds)
        self._begun = True
        return self._games.observation.copy(), self._infos(self._everywhere())

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """The learners' moves; a game that is over is followed by the next at once."""
        if not self._begun:
            raise EpisodeOver("there are no games in play: call `reset` first")
        games = self._games
        games.step(np.asarray(actions))
        rewards, terminated = games.rewards.copy(), games.terminated.copy()
        last: dict[str, Any] = {}
        if terminated.any():
            last = self._last(terminated)
            over = np.flatnonzero(terminated)
            games.begin(over, [None] * len(over))
        infos = {**last, **self._infos(self._everywhere())}
        truncated = np.zeros(self.num_envs, np.bool_)
        return games.observation.copy(), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        """Every table as its learner may see it."""
        if self.render_mode is None:
            return None
        return tuple(
            rendering.render(self._games.position(i), self.render_mode, int(seat))
            for i, seat in enumerate(self._games.current_player)
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be chosen now in each game."""
        return self._games.legal_action_mask.astype(np.bool_)

    def snapshot(self) -> bytes:
        """This moment of all games, with their random streams."""
        if not self._begun:
            raise EpisodeOver("there are no games to keep: call `reset` first")
        return snapshots.pack(self._digest(), {}, self._games.keep())

    def restore(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Back to that moment; the observations and infos that `reset` or `step` gave then."""
        _, state = snapshots.unpack(self._digest(), data)
        self._games.put_back(state)
        self._begun = True
        return self._games.observation.copy(), self._infos(self._everywhere())

    def _digest(self) -> bytes:
        interface = f"gymnasium vector {self.num_envs}"
        return snapshots.table_digest(self.game, self.seats, interface)

    def _seeds(self, seed: int | Seeds | None) -> Seeds:
        if isinstance(seed, int):
            return [seed + i for i in range(self.num_envs)]
        if seed is not None:
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds for {self.num_envs} games: one each")
            return seed
        if self._begun:
            return [None] * self.num_envs
        return [int(n) for n in self.np_random.integers(1 << 62, size=self.num_envs)]

    def _everywhere(self) -> Flags:
        return np.ones(self.num_envs, np.bool_)

    def _infos(self, where: Flags) -> dict[str, Any]:
        """The infos of the games that are meant; a name with `_` before it says which those are."""
        games, infos = self._games, {}
        for name, field in (
            ("action_mask", games.legal_action_mask),
            ("seat", games.current_player),
            ("illegal", games.illegal),
        ):
            shape = (-1,) + (1,) * (field.ndim - 1)
            infos[name] = np.where(where.reshape(shape), field, np.zeros_like(field))
            infos[f"_{name}"] = where.copy()
        return infos

    def _last(self, terminated: Flags) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(terminated):
            observations[i] = self._games.observation[i].copy()
        return {
            "final_obs": observations,
            "_final_obs": terminated.copy(),
            "final_info": self._infos(terminated),
            "_final_info": terminated.copy(),
        }
