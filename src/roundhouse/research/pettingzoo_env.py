"""The games as PettingZoo environments, turn-based (AEC) and parallel.

    env = pettingzoo_env.env("texas", seats=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        env.step(None if terminated else env.action_space(agent).sample(mask))

Actions are numbered as the game numbers them (`env.game.text(action)` says one in words). One more
stands behind them, the no-op: it is the only one in the mask of a seat that is not to act. The
mask of a seat that is to act has at least two actions: chance and forced moves are played inside.
An illegal action ends the game with a loss for whoever tried it. Rewards come at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.errors import RoundhouseError
from roundhouse.research import rendering, snapshots
from roundhouse.research.episode import Episode
from roundhouse.research.extras import MissingExtra
from roundhouse.research.rewards import ILLEGAL_REWARD, check_margin
from roundhouse.research.tables import ENVIRONMENT_VERSION, limits, open_table

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise MissingExtra("the PettingZoo interface", missing) from missing

Observation = dict[str, npt.NDArray[Any]]


class NotReset(RoundhouseError, RuntimeError):
    """An environment is used before its first `reset`."""


class _Table:
    """What both forms have in common: a game, its spaces, and its look."""

    interface = ""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        render_mode: str | None = None,
        *,
        board: str | Path | None = None,
        rules: int | None = None,
        speed: str | None = None,
        margin: float = 0.0,
        **options: Any,
    ) -> None:
        self._asked = {
            "game": game,
            "seats": seats,
            "render_mode": render_mode,
            "board": board,
            "rules": rules,
            "speed": speed,
            "margin": margin,
            **options,
        }
        self.game, self.seats = open_table(
            game, seats, options, board=board, rules=rules, speed=speed
        )
        self.render_mode = rendering.check_mode(render_mode)
        self.margin = check_margin(margin)
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.meta.id}_v{ENVIRONMENT_VERSION}",
            "render_modes": [*rendering.RENDER_MODES],
            "render_fps": rendering.RENDER_FPS,
            "is_parallelizable": False,  # by PettingZoo's own wrapper; `parallel_env` is ours
        }
        self._episode = Episode(self.game, self.seats)
        self._illegal = False  # whether that is how the game has ended
        self.no_op = self._episode.actions
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._lay_spaces(self._episode.size, self._episode.actions + 1)

    def _lay_spaces(self, size: int, actions: int) -> None:
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(**limits((size,))),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(**limits((self.seats * size,)))

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Through the eyes of this agent's seat, with what it may choose from now."""
        seat, episode = self._seat_of[agent], self._begun()
        if self._illegal or episode.turn != seat:
            mask = np.zeros(self.no_op + 1, np.int8)
            mask[self.no_op] = 1
        else:
            mask = episode.mask(1)
        return {"observation": episode.observe(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """All seats' observations, one after the other: what a central critic may look at."""
        episode = self._begun()
        return np.concatenate([episode.observe(seat) for seat in range(self.seats)])

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendering.render(self._begun().position, self.render_mode)

    def close(self) -> None:
        """There is nothing to give back."""

    def snapshot(self) -> bytes:
        """This moment of the game, with the random stream."""
        extra = {"illegal": self._illegal, "agents": self.agents, **self._remember()}
        return snapshots.pack(self._digest(), extra, self._begun().keep())

    def restore(self, data: bytes) -> None:
        """Back to that moment: what follows it is the same again."""
        extra, state = snapshots.unpack(self._digest(), data)
        self._episode.put_back(state)
        self._illegal, self.agents = extra["illegal"], extra["agents"]
        self._recall(extra)

    def _remember(self) -> dict[str, Any]:
        """What belongs to this form of the environment alone, as JSON-able data."""
        return {}

    def _recall(self, extra: dict[str, Any]) -> None:
        """Take back what `_remember` gave."""

    def _digest(self) -> bytes:
        return snapshots.table_digest(self.game, self.seats, self.interface)

    def _begun(self) -> Episode:
        if not self._episode.begun:
            raise NotReset("the environment has no game yet: call `reset` first")
        return self._episode

    def _start(self, seed: int | None) -> None:
        self._illegal = False
        self.agents = [*self.possible_agents]
        self._episode.reset(seed)

    def _play(self, action: Any) -> dict[str, float] | None:
        """The action of the seat to act; at the end each agent's reward."""
        episode = self._episode
        if not episode.play(int(action)):
            self._illegal = True
            culprit = self.possible_agents[episode.turn]
            return {**dict.fromkeys(self.possible_agents, 0.0), culprit: ILLEGAL_REWARD}
        if not episode.over:
            return None
        return dict(zip(self.possible_agents, episode.rewards(self.margin), strict=True))

    def _acting(self) -> str:
        return self.possible_agents[self._episode.turn]

    def __getstate__(self) -> dict[str, Any]:
        """Copies and processes get the table by name and a snapshot; compiled code stays here."""
        begun = self._episode.begun
        return {"asked": self._asked, "snapshot": self.snapshot() if begun else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(vars(type(self)(**state["asked"])))
        if state["snapshot"] is not None:
            self.restore(state["snapshot"])


class TurnEnv(_Table, AECEnv):
    """A game where one seat acts at a time: PettingZoo's AEC."""

    interface = "pettingzoo aec"

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the one of this seed, or without one the next of the stream."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self._acting()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """The action of `agent_selection`: None once its game is over."""
        self._begun()
        if not self.agents:
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        worth = self._play(action)
        if worth is None:
            self.agent_selection = self._acting()
        else:
            self._end(worth)
        if self.render_mode == "human":
            self.render()

    def _end(self, worth: dict[str, float]) -> None:
        self.rewards = worth
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self._illegal:
            self.infos[self.agent_selection] = {"illegal": True}
        self._deads_step_first()

    def _remember(self) -> dict[str, Any]:
        return {
            "rewards": self.rewards,
            "totals": self._cumulative_rewards,
            "over": self.terminations,
            "infos": self.infos,
            "selection": self.agent_selection,
            "skipped": self._skip_agent_selection,
        }

    def _recall(self, extra: dict[str, Any]) -> None:
        self.rewards = extra["rewards"]
        self._cumulative_rewards = extra["totals"]
        self.terminations = extra["over"]
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = extra["infos"]
        self.agent_selection = extra["selection"]
        self._skip_agent_selection = extra["skipped"]


class AllAtOnceEnv(_Table, ParallelEnv):
    """The same game in PettingZoo's parallel form: all seats are asked at each step.

    Only the action of the seat to act is looked at; the others have nothing but the no-op.
    """

    interface = "pettingzoo parallel"

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game: the one of this seed, or without one the next of the stream."""
        self._start(seed)
        if self.render_mode == "human":
            self.render()
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Everybody's actions, of which that of the seat to act is played."""
        self._begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting, agents = self._acting(), self.agents
        worth = self._play(actions[acting])
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if self._illegal:
            infos[acting] = {"illegal": True}
        if worth is not None:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observe_all(),
            worth or dict.fromkeys(agents, 0.0),
            dict.fromkeys(agents, worth is not None),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}


env = raw_env = TurnEnv
parallel_env = AllAtOnceEnv
