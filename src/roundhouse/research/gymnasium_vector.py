"""A Gymnasium vector environment: many games in parallel.

    envs = gymnasium.make_vec(
        "roundhouse/texas-v1", num_envs=64, vectorization_mode="vector_entry_point", seats=4
    )

The results are equal to those of Gymnasium's `SyncVectorEnv` over single environments. If all
opponents are compiled bots (random, instinct, greedy, beginner), a step of all games is one
compiled call. A finished game restarts within the same step; its last observation and info are
under `final_obs` and `final_info`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.research import rendering, snapshots
from roundhouse.research.extras import MissingExtra
from roundhouse.research.game_loading import box_arguments, load_game
from roundhouse.research.gymnasium_env import METADATA, EpisodeOver, Observation
from roundhouse.research.opponents import Opponents
from roundhouse.research.rewards import check_margin
from roundhouse.research.vector_games import Flags, Seeds, create_games

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise MissingExtra("the Gymnasium interface", missing) from missing

VECTOR_METADATA = {**METADATA, "autoreset_mode": AutoresetMode.SAME_STEP}


class SeatVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games, each from the perspective of one seat.

    `num_envs` is the number of games. The other arguments are those of `SeatEnv`.
    """

    metadata = VECTOR_METADATA

    def __init__(  # noqa: PLR0913 - the arguments are public
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
        self.game, self.seats = load_game(
            game, seats, options, board=board, rules=rules, speed=speed
        )
        self.num_envs = num_envs
        self.render_mode = rendering.check_mode(render_mode)
        self._games = create_games(
            self.game, self.seats, num_envs, opponents, seat, check_margin(margin)
        )
        self._has_started = False
        size, actions = self._games.observation.shape[1], self._games.legal_action_mask.shape[1]
        self.single_observation_space = spaces.Box(**box_arguments((size,)))
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game in every row.

        Args:
            seed: The seed of the first game, which the others count up from, or one seed for each
                game; None continues the random streams.
            options: Ignored.

        Returns:
            The observations and the infos.

        Raises:
            ValueError: The number of seeds is not the number of games.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = self._seeds(seed)
        self._games.start(np.arange(self.num_envs), seeds)
        self._has_started = True
        return self._games.observation.copy(), self._infos(self._all_games())

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play one action of the learner in every game; finished games restart.

        Args:
            actions: One action for each game.

        Returns:
            Observations, rewards, terminated, truncated (always False) and infos.

        Raises:
            EpisodeOver: `reset` was never called.
        """
        if not self._has_started:
            raise EpisodeOver("there are no games in progress: call `reset` first")
        games = self._games
        games.step(np.asarray(actions))
        rewards, terminated = games.rewards.copy(), games.terminated.copy()
        final_infos: dict[str, Any] = {}
        if terminated.any():
            final_infos = self._final_infos(terminated)
            over = np.flatnonzero(terminated)
            games.start(over, [None] * len(over))
        infos = {**final_infos, **self._infos(self._all_games())}
        truncated = np.zeros(self.num_envs, np.bool_)
        return games.observation.copy(), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        """Render every table as its learner may see it."""
        if self.render_mode is None:
            return None
        return tuple(
            rendering.render(self._games.position(i), self.render_mode, int(seat))
            for i, seat in enumerate(self._games.current_player)
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions of each game."""
        return self._games.legal_action_mask.astype(np.bool_)

    def snapshot(self) -> bytes:
        """Return the states of all games and their random streams as bytes."""
        if not self._has_started:
            raise EpisodeOver("there are no games to save: call `reset` first")
        return snapshots.pack(self._digest(), {}, self._games.dump())

    def restore(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Restore a snapshot.

        Args:
            data: Bytes from `snapshot`.

        Returns:
            The observations and infos at the time of the snapshot.

        Raises:
            BadState: The snapshot is damaged or of another table.
        """
        _, state = snapshots.unpack(self._digest(), data)
        self._games.load(state)
        self._has_started = True
        return self._games.observation.copy(), self._infos(self._all_games())

    def _digest(self) -> bytes:
        interface = f"gymnasium vector {self.num_envs}"
        return snapshots.setup_digest(self.game, self.seats, interface)

    def _seeds(self, seed: int | Seeds | None) -> Seeds:
        if isinstance(seed, int):
            return [seed + i for i in range(self.num_envs)]
        if seed is not None:
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"{len(seed)} seeds for {self.num_envs} games: pass one for each game"
                )
            return seed
        if self._has_started:
            return [None] * self.num_envs
        return [int(n) for n in self.np_random.integers(1 << 62, size=self.num_envs)]

    def _all_games(self) -> Flags:
        return np.ones(self.num_envs, np.bool_)

    def _infos(self, where: Flags) -> dict[str, Any]:
        """Return the infos of some games, each with a mask of these games under `_NAME`."""
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

    def _final_infos(self, terminated: Flags) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(terminated):
            observations[i] = self._games.observation[i].copy()
        return {
            "final_obs": observations,
            "_final_obs": terminated.copy(),
            "final_info": self._infos(terminated),
            "_final_info": terminated.copy(),
        }
