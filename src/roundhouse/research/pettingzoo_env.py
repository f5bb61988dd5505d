"""PettingZoo environments, turn-based (AEC) and parallel.

    env = pettingzoo_env.env("texas", seats=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        env.step(None if terminated else env.action_space(agent).sample(mask))

Actions are the game's action numbers; `env.game.text(action)` returns their words. One more action
follows them, the no-op, which is the only legal action of the agents that are not to act. The agent
to act has at least two legal actions, because the environment plays chance and forced moves. An
illegal action ends the game with a loss for its agent. All rewards come at the end of the game.
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
from roundhouse.research.game_loading import ENVIRONMENT_VERSION, box_arguments, load_game
from roundhouse.research.rewards import ILLEGAL_REWARD, check_margin

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise MissingExtra("the PettingZoo interface", missing) from missing

Observation = dict[str, npt.NDArray[Any]]


class NotReset(RoundhouseError, RuntimeError):
    """The environment was used before its first `reset`."""


class _Table:
    """The base of both environments: a game, its spaces, and its rendering.

    Args:
        game: The id of the game.
        seats: The number of seats; None for the usual number.
        render_mode: `"human"`, `"ansi"`, `"rgb_array"` or None.
        board: A board file; None for the game's default board.
        rules: The version of the rules; None for the newest.
        speed: `"compiled"` or `"interpreted"`; None for the default.
        margin: The weight of the score margins in the reward, from 0 to 1.
        **options: Options of the game.
    """

    interface = ""

    def __init__(  # noqa: PLR0913 - the arguments are public
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
        self._arguments = {
            "game": game,
            "seats": seats,
            "render_mode": render_mode,
            "board": board,
            "rules": rules,
            "speed": speed,
            "margin": margin,
            **options,
        }
        self.game, self.seats = load_game(
            game, seats, options, board=board, rules=rules, speed=speed
        )
        self.render_mode = rendering.check_mode(render_mode)
        self.margin = check_margin(margin)
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.meta.id}_v{ENVIRONMENT_VERSION}",
            "render_modes": [*rendering.RENDER_MODES],
            "render_fps": rendering.RENDER_FPS,
            "is_parallelizable": False,  # PettingZoo's wrapper does not apply; use `parallel_env`
        }
        self._episode = Episode(self.game, self.seats)
        self._illegal = False  # whether an illegal action ended the game
        self.no_op = self._episode.actions
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._create_spaces(self._episode.size, self._episode.actions + 1)

    def _create_spaces(self, size: int, actions: int) -> None:
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(**box_arguments((size,))),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(**box_arguments((self.seats * size,)))

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent and the mask of its legal actions.

        Args:
            agent: The agent.

        Returns:
            A dictionary with `observation` and `action_mask`.

        Raises:
            NotReset: `reset` was never called.
        """
        seat, episode = self._seat_of[agent], self._require_started()
        if self._illegal or episode.turn != seat:
            mask = np.zeros(self.no_op + 1, np.int8)
            mask[self.no_op] = 1
        else:
            mask = episode.mask(1)
        return {"observation": episode.observe(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observations of all seats, concatenated, for a central critic."""
        episode = self._require_started()
        return np.concatenate([episode.observe(seat) for seat in range(self.seats)])

    def render(self) -> Any:
        """Render the table as a spectator may see it."""
        if self.render_mode is None:
            return None
        return rendering.render(self._require_started().position, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def snapshot(self) -> bytes:
        """Return the state of the game and its random stream as bytes."""
        extra = {"illegal": self._illegal, "agents": self.agents, **self._form_state()}
        return snapshots.pack(self._digest(), extra, self._require_started().dump())

    def restore(self, data: bytes) -> None:
        """Restore a snapshot; the game continues as it did after the snapshot.

        Args:
            data: Bytes from `snapshot`.

        Raises:
            BadState: The snapshot is damaged or of another table.
        """
        extra, state = snapshots.unpack(self._digest(), data)
        self._episode.load(state)
        self._illegal, self.agents = extra["illegal"], extra["agents"]
        self._restore_form(extra)

    def _form_state(self) -> dict[str, Any]:
        """Return the state that only this form of the environment has, as JSON data."""
        return {}

    def _restore_form(self, extra: dict[str, Any]) -> None:
        """Restore the data that `_form_state` returned."""

    def _digest(self) -> bytes:
        return snapshots.setup_digest(self.game, self.seats, self.interface)

    def _require_started(self) -> Episode:
        if not self._episode.has_started:
            raise NotReset("the environment has no game yet: call `reset` first")
        return self._episode

    def _start(self, seed: int | None) -> None:
        self._illegal = False
        self.agents = [*self.possible_agents]
        self._episode.reset(seed)

    def _play(self, action: Any) -> dict[str, float] | None:
        """Play an action; return the rewards of all agents if the game is over."""
        episode = self._episode
        if not episode.play(int(action)):
            self._illegal = True
            culprit = self.possible_agents[episode.turn]
            return {**dict.fromkeys(self.possible_agents, 0.0), culprit: ILLEGAL_REWARD}
        if not episode.over:
            return None
        return dict(zip(self.possible_agents, episode.rewards(self.margin), strict=True))

    def _acting_agent(self) -> str:
        return self.possible_agents[self._episode.turn]

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments and a snapshot, because compiled code cannot be pickled."""
        has_started = self._episode.has_started
        return {"arguments": self._arguments, "snapshot": self.snapshot() if has_started else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(vars(type(self)(**state["arguments"])))
        if state["snapshot"] is not None:
            self.restore(state["snapshot"])


class TurnEnv(_Table, AECEnv):
    """The turn-based (AEC) environment: one agent acts at a time."""

    interface = "pettingzoo aec"

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: Restarts the random stream; None continues it.
            options: Ignored.
        """
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self._acting_agent()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play the action of `agent_selection`.

        Args:
            action: The action; None when the game is over.

        Raises:
            NotReset: `reset` was never called.
        """
        self._require_started()
        if not self.agents:
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        final_rewards = self._play(action)
        if final_rewards is None:
            self.agent_selection = self._acting_agent()
        else:
            self._end(final_rewards)
        if self.render_mode == "human":
            self.render()

    def _end(self, final_rewards: dict[str, float]) -> None:
        self.rewards = final_rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self._illegal:
            self.infos[self.agent_selection] = {"illegal": True}
        self._deads_step_first()

    def _form_state(self) -> dict[str, Any]:
        return {
            "rewards": self.rewards,
            "totals": self._cumulative_rewards,
            "over": self.terminations,
            "infos": self.infos,
            "selection": self.agent_selection,
            "skipped": self._skip_agent_selection,
        }

    def _restore_form(self, extra: dict[str, Any]) -> None:
        self.rewards = extra["rewards"]
        self._cumulative_rewards = extra["totals"]
        self.terminations = extra["over"]
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = extra["infos"]
        self.agent_selection = extra["selection"]
        self._skip_agent_selection = extra["skipped"]


class AllAtOnceEnv(_Table, ParallelEnv):
    """The parallel environment: every agent passes an action at each step.

    Only the action of the agent to act is played. The others can only pass the no-op.
    """

    interface = "pettingzoo parallel"

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new game.

        Args:
            seed: Restarts the random stream; None continues it.
            options: Ignored.

        Returns:
            The observations and the infos by agent.
        """
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
        """Play the action of the agent to act.

        Args:
            actions: The actions by agent.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            NotReset: `reset` was never called.
        """
        self._require_started()
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting, agents = self._acting_agent(), self.agents
        final_rewards = self._play(actions[acting])
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if self._illegal:
            infos[acting] = {"illegal": True}
        if final_rewards is not None:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observe_all(),
            final_rewards or dict.fromkeys(agents, 0.0),
            dict.fromkeys(agents, final_rewards is not None),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}


env = raw_env = TurnEnv
parallel_env = AllAtOnceEnv
