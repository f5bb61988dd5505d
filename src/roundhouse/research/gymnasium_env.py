"""Gymnasium environments: one learner plays against bots in the other seats.

    import gymnasium
    import roundhouse.research.gymnasium_env  # registers the environments

    env = gymnasium.make("roundhouse/texas-v1", seats=4, opponents="greedy")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

The number after `v` is the version of the environment. The version of the rules is the newest
unless `rules` sets another. An illegal action ends the game with a loss. For many games at once use
`gymnasium.make_vec` (research/gymnasium_vector.py).
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
from roundhouse.research.game_loading import ENVIRONMENT_VERSION, box_arguments, load_game
from roundhouse.research.opponents import Opponents, OpponentSeats
from roundhouse.research.rewards import ILLEGAL_REWARD, check_margin

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise MissingExtra("the Gymnasium interface", missing) from missing

NAMESPACE = "roundhouse"
METADATA = {"render_modes": rendering.RENDER_MODES, "render_fps": rendering.RENDER_FPS}

Observation = npt.NDArray[np.float32]


class EpisodeOver(RoundhouseError, RuntimeError):
    """There is no game in progress: the environment needs a reset."""


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game from the perspective of one seat.

    Args:
        game: The id of the game.
        seats: The number of seats; None for the usual number.
        opponents: A bot's name (such as `random`, `greedy`, `medium` or `search:500`), a bot, or a
            list of them, starting at the learner's left.
        seat: The learner's seat; None draws one for each game.
        render_mode: `"human"`, `"ansi"`, `"rgb_array"` or None.
        board: A board file; None for the game's default board.
        rules: The version of the rules; None for the newest.
        speed: `"compiled"` or `"interpreted"`; None for the default.
        margin: The weight of the score margins in the reward, from 0 to 1.
        **options: Options of the game.
    """

    metadata = METADATA

    def __init__(  # noqa: PLR0913 - the arguments are public
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
        self.game, self.seats = load_game(
            game, seats, options, board=board, rules=rules, speed=speed
        )
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat} here; seats count from 0 to {self.seats - 1}")
        self.render_mode = rendering.check_mode(render_mode)
        self.margin = check_margin(margin)
        self._fixed_seat = seat
        self._episode = Episode(self.game, self.seats)
        self._opponents = OpponentSeats(self._episode, opponents)
        self._illegal = False
        self._arguments = {
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
        self.observation_space = spaces.Box(**box_arguments((self._episode.size,)))
        self.action_space = spaces.Discrete(self._episode.actions)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return self._opponents.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game.

        Args:
            seed: Restarts the random stream; None continues it.
            options: Ignored.

        Returns:
            The observation and the info.
        """
        super().reset(seed=seed)
        if seed is None and not self._episode.has_started:
            seed = int(self.np_random.integers(1 << 62))
        self._illegal = False
        self._opponents.start(seed, self._fixed_seat)
        self._render_for_human()
        return self._episode.observe(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the opponents' until the learner's next turn.

        Args:
            action: The action; an illegal one ends the game with a loss.

        Returns:
            Observation, reward, terminated, truncated (always False) and info.

        Raises:
            EpisodeOver: There is no game in progress.
        """
        episode = self._episode
        if episode.over or self._illegal:
            raise EpisodeOver("there is no game in progress: call `reset` first")
        reward = 0.0
        if episode.play(int(action)):
            self._opponents.play()
            if episode.over:
                reward = episode.rewards(self.margin)[self.seat]
        else:
            self._illegal, reward = True, ILLEGAL_REWARD
        self._render_for_human()
        ended = episode.over or self._illegal
        return episode.observe(self.seat), reward, ended, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions, as sb3-contrib's MaskablePPO needs it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Render the table as the learner may see it."""
        if self.render_mode is None:
            return None
        if not self._episode.has_started:
            raise EpisodeOver("there is no game to show: call `reset` first")
        return rendering.render(self._episode.position, self.render_mode, self.seat)

    def snapshot(self) -> bytes:
        """Return the state of the game and its random stream as bytes."""
        if not self._episode.has_started:
            raise EpisodeOver("there is no game to save: call `reset` first")
        extra = {"seat": self.seat, "illegal": self._illegal}
        return snapshots.pack(self._digest(), extra, self._episode.dump())

    def restore(self, data: bytes) -> None:
        """Restore a snapshot; the game continues as it did after the snapshot.

        Bots given by name have no memory between moves. A snapshot does not include the memory of
        bots that you pass as objects.

        Args:
            data: Bytes from `snapshot`.

        Raises:
            BadState: The snapshot is damaged or of another table.
        """
        extra, state = snapshots.unpack(self._digest(), data)
        self._episode.load(state)
        self._opponents.assign(extra["seat"])
        self._illegal = extra["illegal"]

    def _digest(self) -> bytes:
        return snapshots.setup_digest(self.game, self.seats, "gymnasium")

    def _mask(self) -> npt.NDArray[np.int8]:
        if self._illegal:
            return np.zeros(self._episode.actions, np.int8)
        return self._episode.mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat, "illegal": self._illegal}

    def _render_for_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments and a snapshot, because compiled code cannot be pickled."""
        has_started = self._episode.has_started
        return {
            "arguments": self._arguments,
            "spec": self.spec,
            "random": (self._np_random, self._np_random_seed),
            "snapshot": self.snapshot() if has_started else None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(vars(type(self)(**state["arguments"])))
        self.spec = state["spec"]
        self._np_random, self._np_random_seed = state["random"]
        if state["snapshot"] is not None:
            self.restore(state["snapshot"])


def register() -> None:
    """Register every game as `roundhouse/GAME-vVERSION`."""
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
