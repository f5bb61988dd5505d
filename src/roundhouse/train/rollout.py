"""Rollouts: many games of the network against itself and earlier snapshots.

On a GPU nothing here waits for a result, and all addresses stay the same, so a whole rollout is
one CUDA graph (`recording.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor

from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED, NATIVE
from roundhouse.core.state import State
from roundhouse.research.batch import CpuBatch
from roundhouse.train.legal_policy import sample_choices
from roundhouse.train.network import PolicyValueNet, StackedNetworks

GROUP_SIZE = 7  # games seated alike; it divides no number of starts, so that all are mixed
MAX_LEGAL = 320  # legal actions that the network considers; the rest of a longer list is ignored


@dataclass
class Rollout:
    """Decisions by time and game.

    Attributes:
        observation: Scaled observation of the seat to act.
        legal: Its legal actions; only the first `count` are valid.
        count: The number of its legal actions.
        player: The seat to act.
        seats: The number of seats.
        choice: Index in `legal` of the action.
        log_prob: Log-probability of the choice when it was made.
        values: Values by seat before the decision.
        rewards: Shares of the win by seat, of games that ended with the decision.
        dones: Whether the game ended with the decision.
        learner_mask: Whether the learning network decided, not an opponent.
    """

    observation: Tensor
    legal: Tensor
    count: Tensor
    player: Tensor
    seats: Tensor
    choice: Tensor
    log_prob: Tensor
    values: Tensor
    rewards: Tensor
    dones: Tensor
    learner_mask: Tensor

    @classmethod
    def allocate(cls, env: Env, num_steps: int) -> Rollout:
        """Allocate a rollout whose rows `collect_rollout` fills."""

        def rows(dtype: torch.dtype, *width: int) -> Tensor:
            return torch.empty(num_steps, env.num_envs, *width, dtype=dtype, device=env.device)

        return cls(
            observation=rows(number_type(env.device), env.observation_size),
            legal=rows(torch.int16, env.max_legal),
            count=rows(torch.int64),
            player=rows(torch.int64),
            seats=env.seats.expand(num_steps, -1).contiguous(),
            choice=rows(torch.int64),
            log_prob=rows(torch.float32),
            values=rows(torch.float32, MAX_SEATS),
            rewards=rows(torch.float32, MAX_SEATS),
            dones=rows(torch.bool),
            learner_mask=rows(torch.bool),
        )


class Env(Protocol):
    """Many games, read and stepped with tensors.

    Attributes:
        device: Where the tensors are.
        num_envs: The number of games.
        observation_size: The length of an observation.
        max_legal: The most legal actions that a decision lists.
        seats: The number of seats by game.
    """

    device: str
    num_envs: int
    observation_size: int
    max_legal: int
    seats: Tensor

    def observe(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return observations, legal actions, their number, and the seat to act by game."""

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Apply one action a game; return win shares by seat, and which games ended."""


class TensorEnv:
    """A batch of games, read and stepped with tensors.

    Attributes:
        batch: The batch of games (research/batch.py).
        device: Where the tensors are.
        num_envs: The number of games.
        observation_size: The length of an observation.
        max_legal: The most legal actions that a decision lists.
        seats: The number of seats by game.
    """

    def __init__(
        self, game: Game, starts: Sequence[State], num_envs: int, device: str, seed: int
    ) -> None:
        seats = [state.seats for state in starts]
        self.batch: Any = create_batch(game, starts, num_envs, device, seed)
        self.device, self.num_envs = device, num_envs
        self.observation_size = len(game.scales)
        self.max_legal = min(MAX_LEGAL, game.codec.size)
        self.seats = torch.tensor(seats, device=device)[
            torch.arange(num_envs, device=device) % len(seats)
        ]
        self._scales = torch.as_tensor(game.scales, device=device)
        self._actions = torch.zeros(num_envs, dtype=torch.int32, device=device)
        self._batch_actions = (
            self._actions.numpy()
            if device == "cpu"
            else self.batch.cuda.as_cuda_array(self._actions)
        )
        self._arrays = {
            name: torch.as_tensor(getattr(self.batch.games, name), device=device)
            for name in ("raw_observation", "legal", "count", "player", "reward", "done")
        }

    def observe(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return observations, legal actions, their number, and the seat to act by game."""
        arrays = self._arrays
        observation = torch.empty(
            self.num_envs, self.observation_size, dtype=number_type(self.device), device=self.device
        )
        torch.mul(arrays["raw_observation"], self._scales, out=observation)
        legal = arrays["legal"][:, : self.max_legal]
        count = arrays["count"].clamp(max=self.max_legal).long()
        return observation, legal, count, arrays["player"].long()

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Apply one action a game; return win shares by seat, and which games ended."""
        self._actions.copy_(actions)
        if self.device == "cpu":
            self.batch.step(self._batch_actions)
        else:
            self.batch.use_stream(torch.cuda.current_stream().cuda_stream)
            self.batch.step(self._batch_actions, check=False)
        dones = self._arrays["done"].bool()
        reward = self._arrays["reward"]
        width = reward.shape[1]
        is_seat = torch.arange(width, device=self.device) < self.seats[:, None]
        shares = torch.zeros(self.num_envs, MAX_SEATS, device=self.device)
        # Rewards of a batch sum to 0; shares of the win sum to 1.
        shares[:, :width] = (reward + 1.0 / self.seats[:, None]) * (is_seat & dones[:, None])
        return shares, dones


def create_batch(game: Game, starts: Sequence[State], num_envs: int, device: str, seed: int) -> Any:
    """Return a batch whose games start from these states in turn."""
    seats = max(state.seats for state in starts)
    if device == "cpu":
        return CpuBatch(game, seats, num_envs, seed, starts=starts)
    from roundhouse.research.cuda_batch import CudaBatch

    if game.engine.speed == NATIVE:
        game = game.at_speed(COMPILED)
    return CudaBatch(game, seats, num_envs, seed, starts)


def number_type(device: str) -> torch.dtype:
    """Return the type of observations and of the network's layers on a device."""
    return torch.float32 if device == "cpu" else torch.bfloat16


def lower_precision(device: str) -> Any:
    """Return a context in which the network computes with `number_type`."""
    enabled = device != "cpu"
    return torch.autocast(device, torch.bfloat16, enabled=enabled, cache_enabled=False)


def to_absolute_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values by seat from values counted from the seat to act."""
    index = torch.arange(values.shape[-1], device=values.device)
    offset = (index - player[..., None]) % seats[..., None]
    return values.gather(-1, offset) * (index < seats[..., None])


def to_relative_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values counted from the seat to act from values by seat."""
    index = torch.arange(values.shape[-1], device=values.device)
    seat = (index + player[..., None]) % seats[..., None]
    return values.gather(-1, seat) * (index < seats[..., None])


@torch.no_grad()
def collect_rollout(
    env: Env,
    network: PolicyValueNet,
    opponents: Sequence[PolicyValueNet],
    rollout: Rollout,
    seed: Tensor,
    opponent_fraction: float,
) -> Tensor:
    """Fill a rollout with decisions of every game; return the values after them.

    Opponents decide in the first part of the games: in half of these for every other seat, in the
    rest for all seats but one.
    """
    dtype, rows = number_type(env.device), 0
    player_network = StackedNetworks([network], dtype)
    if opponents:
        rows = int(env.num_envs * opponent_fraction) // len(opponents) * len(opponents)
        others = StackedNetworks(opponents, dtype)
    group = torch.arange(rows, device=env.device) // GROUP_SIZE
    learner_seat = group // 2 % env.seats[:rows]
    for t in range(len(rollout.dones)):
        observation, legal, count, player = env.observe()
        values, query = player_network(observation, env.seats)
        embeddings = player_network.embeddings
        choice, log_prob = sample_choices(query, embeddings, legal, count, seed, 2 * t)
        rollout.learner_mask[t] = True
        if rows:
            _, query = others(observation[:rows], env.seats[:rows])
            theirs, _ = sample_choices(
                query, others.embeddings, legal[:rows], count[:rows], seed, 2 * t + 1
            )
            is_theirs = torch.where(
                group % 2 == 0, (player[:rows] + group // 2) % 2 == 0, player[:rows] != learner_seat
            )
            choice[:rows] = torch.where(is_theirs, theirs, choice[:rows])
            rollout.learner_mask[t, :rows] = ~is_theirs
        rollout.observation[t] = observation
        rollout.legal[t] = legal
        rollout.count[t] = count
        rollout.player[t] = player
        rollout.choice[t] = choice
        rollout.log_prob[t] = log_prob
        rollout.values[t] = to_absolute_seats(values.exp(), player, env.seats)
        actions = legal.gather(1, choice[:, None])[:, 0]
        rollout.rewards[t], rollout.dones[t] = env.step(actions)
    observation, _, _, player = env.observe()
    values, _ = player_network(observation, env.seats)
    return to_absolute_seats(values.exp(), player, env.seats)
