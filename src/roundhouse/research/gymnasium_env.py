"""The games as Gymnasium environments: one learner, bots in the other seats.

    import gymnasium
    import roundhouse.research.gymnasium_env                     # registers them

    env = gymnasium.make("roundhouse/texas-v1", seats=4, opponents="greedy")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

The number behind the `v` is the environment's version, not that of the rules, which are the newest
unless `rules` says otherwise. `opponents` is a bot's name (random,
greedy, beginner to expert, search:N), a bot, or a list of them from the learner's left on. `seat`
is where the learner sits; without one it is drawn anew for each game. An illegal action ends the
game with a loss. Many games side by side: `gymnasium.make_vec` (research/gymnasium_vector.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.research import rendering, snapshots
from roundhouse.research.episode import Episode
from roundhouse.research.extras import MissingExtra
from roundhouse.research.opponents import Company, Opponents
from roundhouse.research.rewards import ILLEGAL_REWARD, check_margin
from roundhouse.research.tables import ENVIRONMENT_VERSION, limits, open_table

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise MissingExtra("the Gymnasium interface", missing) from missing

NAMESPACE = "roundhouse"
METADATA = {"render_modes": rendering.RENDER_MODES, "render_fps": rendering.RENDER_FPS}

Observation = npt.NDArray[np.float32]


class EpisodeOver(RoundhouseError, RuntimeError):
    """A step is taken where there is no game to take it in."""


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game as one of its seats plays it."""

    metadata = METADATA

    def __init__(
        self,
        game: str,
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
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat} here; seats count from 0 to {self.seats - 1}")
        self.render_mode = rendering.check_mode(render_mode)
        self.margin = check_margin(margin)
        self._asked_seat = seat
        self._episode = Episode(self.game, self.seats)
        self._company = Company(self._episode, opponents)
        self._illegal = False
        self._asked = {
            "game": game,
            "seats": seats,
            "opponents": opponents,
            "seat": seat,
            "render_mode": render_mode,
            "board": board,
            "rules": rules,
            "speed": speed,
            "margin": margin,
            **options,
        }
        self.observation_space = spaces.Box(**limits((self._episode.size,)))
        self.action_space = spaces.Discrete(self._episode.actions)

    @property
    def seat(self) -> int:
        """Where the learner sits in this game."""
        return self._company.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game: the one of this seed, or without one the next of the stream."""
        super().reset(seed=seed)
        if seed is None and not self._episode.begun:
            seed = int(self.np_random.integers(1 << 62))
        self._illegal = False
        self._company.start(seed, self._asked_seat)
        self._show()
        return self._episode.observe(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's move, and everybody else's until it is its turn again."""
        episode = self._episode
        if episode.over or self._illegal:
            raise EpisodeOver("there is no game in play: call `reset` first")
        reward = 0.0
        if episode.play(int(action)):
            self._company.play()
            if episode.over:
                reward = episode.rewards(self.margin)[self.seat]
        else:
            self._illegal, reward = True, ILLEGAL_REWARD
        self._show()
        ended = episode.over or self._illegal
        return episode.observe(self.seat), reward, ended, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be chosen now, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner may see it."""
        if self.render_mode is None:
            return None
        if not self._episode.begun:
            raise EpisodeOver("there is no game to show: call `reset` first")
        return rendering.render(self._episode.position, self.render_mode, self.seat)

    def snapshot(self) -> bytes:
        """This moment of the game, with the random stream."""
        if not self._episode.begun:
            raise EpisodeOver("there is no game to keep: call `reset` first")
        extra = {"seat": self.seat, "illegal": self._illegal}
        return snapshots.pack(self._digest(), extra, self._episode.keep())

    def restore(self, data: bytes) -> None:
        """Back to that moment: what follows it is the same again.

        The bots remember nothing from move to move, unless they are objects of your own.
        """
        extra, state = snapshots.unpack(self._digest(), data)
        self._episode.put_back(state)
        self._company.sit(extra["seat"])
        self._illegal = extra["illegal"]

    def _digest(self) -> bytes:
        return snapshots.table_digest(self.game, self.seats, "gymnasium")

    def _mask(self) -> npt.NDArray[np.int8]:
        if self._illegal:
            return np.zeros(self._episode.actions, np.int8)
        return self._episode.mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat, "illegal": self._illegal}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __getstate__(self) -> dict[str, Any]:
        """Copies and processes get the table by name and a snapshot; compiled code stays here."""
        begun = self._episode.begun
        return {
            "asked": self._asked,
            "spec": self.spec,
            "random": (self._np_random, self._np_random_seed),
            "snapshot": self.snapshot() if begun else None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(vars(type(self)(**state["asked"])))
        self.spec = state["spec"]
        self._np_random, self._np_random_seed = state["random"]
        if state["snapshot"] is not None:
            self.restore(state["snapshot"])


def register() -> None:
    """Every game, as `roundhouse/GAME-vVERSION`."""
    for meta in registry.games():
        name = f"{NAMESPACE}/{meta.id}-v{ENVIRONMENT_VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="roundhouse.research.gymnasium_env:SeatEnv",
                vector_entry_point="roundhouse.research.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": meta.id},
            )


register()
