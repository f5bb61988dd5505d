"""Many games side by side as one Gymnasium vector environment.

    envs = gymnasium.make_vec(
        "roundhouse/texas-v1", num_envs=64, vectorization_mode="vector_entry_point", seats=4
    )

Equal to Gymnasium's own `SyncVectorEnv` over the single environments, game by game and number by
number. What is over begins anew within the same step: the last observation and info of a game are
under `final_obs` and `final_info`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from roundhouse.core.game import Game
from roundhouse.research import rendering, snapshots
from roundhouse.research.episode import Episode
from roundhouse.research.extras import MissingExtra
from roundhouse.research.gymnasium_env import METADATA, EpisodeOver, Observation
from roundhouse.research.opponents import Company, Opponents
from roundhouse.research.rewards import ILLEGAL_REWARD, check_margin
from roundhouse.research.tables import limits, open_table

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise MissingExtra("the Gymnasium interface", missing) from missing

VECTOR_METADATA = {**METADATA, "autoreset_mode": AutoresetMode.SAME_STEP}

Seeds = Sequence[int | None]
Flags = npt.NDArray[np.bool_]


class Games(Protocol):
    """Many games, each at a choice of its learner's or over. The fields are those of `Batch`.

    An array belongs to the games until the next call; what is handed on is copied.
    """

    current_player: npt.NDArray[np.int64]  # the learner's seat
    observation: Observation  # through its eyes
    legal_action_mask: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float64]  # of the learner, in the step that was made last
    terminated: Flags
    illegal: Flags  # terminated by an action that was none

    def begin(self, which: npt.NDArray[np.intp], seeds: Seeds) -> None:
        """New games in these places."""

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """An action for each game, and everybody else's until it is the learner's turn again."""

    def keep(self) -> bytes:
        """All positions and random streams."""

    def put_back(self, data: bytes) -> None:
        """Go on from what `keep` gave."""


class SingleGames:
    """Games played one after the other, each with its own position and random stream."""

    def __init__(
        self, game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
    ) -> None:
        self._seat, self._margin = seat, margin
        self.episodes = [Episode(game, seats) for _ in range(n)]  # they share its working memory
        self.companies = [Company(episode, opponents) for episode in self.episodes]
        self.current_player = np.zeros(n, np.int64)
        self.observation = np.zeros((n, self.episodes[0].size), np.float32)
        self.legal_action_mask = np.zeros((n, self.episodes[0].actions), np.int8)
        self.rewards = np.zeros(n, np.float64)
        self.terminated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)

    def begin(self, which: npt.NDArray[np.intp], seeds: Seeds) -> None:
        for i, seed in zip(which.tolist(), seeds, strict=True):
            self.companies[i].start(seed, self._seat)
            self.illegal[i] = False
            self._look(i)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        for i, action in enumerate(actions.tolist()):
            episode, company = self.episodes[i], self.companies[i]
            self.rewards[i] = 0.0
            if not episode.play(action):
                self.illegal[i], self.rewards[i] = True, ILLEGAL_REWARD
            else:
                company.play()
                if episode.over:
                    self.rewards[i] = episode.rewards(self._margin)[company.seat]
            self._look(i)

    def keep(self) -> bytes:
        seats = bytes(self.current_player.tolist()) + bytes(self.illegal.tolist())
        return seats + b"".join(episode.keep() for episode in self.episodes)

    def put_back(self, data: bytes) -> None:
        n = len(self.episodes)
        size = (len(data) - 2 * n) // n
        for i, (episode, company) in enumerate(zip(self.episodes, self.companies, strict=True)):
            episode.put_back(data[2 * n + i * size : 2 * n + (i + 1) * size])
            company.sit(data[i])
            self.illegal[i] = bool(data[n + i])
            self._look(i)

    def _look(self, i: int) -> None:
        episode, seat = self.episodes[i], self.companies[i].seat
        self.current_player[i] = seat
        self.observation[i] = episode.observe(seat)
        self.legal_action_mask[i] = 0 if self.illegal[i] else episode.mask()
        self.terminated[i] = episode.over or self.illegal[i]


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
        self._games = SingleGames(
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
            rendering.render(episode.position, self.render_mode, company.seat)
            for episode, company in zip(self._games.episodes, self._games.companies, strict=True)
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
