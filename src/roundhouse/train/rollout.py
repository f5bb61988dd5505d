"""Rollouts: many games of the network against itself and earlier snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import torch
from torch import Tensor

from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.game import Game
from roundhouse.research.batch import Batch
from roundhouse.train.network import PolicyValueNet

MAX_LEGAL = 320  # legal actions that the network considers; the rest of a longer list is ignored
OPPONENT_GAME_INTERVAL = 5  # every fifth game has snapshots at some of its seats


@dataclass
class Rollout:
    """Decisions by time and game.

    Attributes:
        observation: Scaled observation of the seat to act.
        legal: Its legal actions, padded with 0.
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


class Env(Protocol):
    """Many games with one number of seats, read and stepped with tensors.

    Attributes:
        device: Where the tensors are.
        num_envs: The number of games.
        seats: The number of seats, once per game.
    """

    device: str
    num_envs: int
    seats: Tensor

    def observe(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return observations, legal actions, their number, and the seat to act by game."""

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Apply one action a game; return win shares by seat, and which games ended."""


class TensorEnv:
    """A batch of games with one number of seats, read and stepped with tensors.

    Attributes:
        batch: The batch of games (research/batch.py).
        device: Where the tensors are.
        num_envs: The number of games.
        num_seats: The number of seats in each game.
        seats: The number of seats, once per game.
    """

    def __init__(self, game: Game, seats: int, num_envs: int, device: str, seed: int) -> None:
        self.batch: Any = Batch(game, seats, num_envs, device, seed=seed)
        self.device, self.num_envs, self.num_seats = device, num_envs, seats
        self._scales = torch.as_tensor(game.scales, device=device)
        self.seats = torch.full((num_envs,), seats, device=device)

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    def observe(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return observations, legal actions, their number, and the seat to act by game."""
        games = self.batch.games
        count = self._tensor(games.count).long().clamp(max=MAX_LEGAL)
        width = max(2, int(count.max()))
        observation = self._tensor(games.raw_observation).float() * self._scales
        legal = self._tensor(games.legal)[:, :width].long()
        legal = legal.masked_fill(torch.arange(width, device=self.device) >= count[:, None], 0)
        return observation, legal, count, self._tensor(games.player).long()

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Apply one action a game; return win shares by seat, and which games ended."""
        actions = actions.to(torch.int32).contiguous()
        if self.device == "cpu":
            self.batch.step(actions.numpy())
        else:
            self.batch.step(actions, check=False)
        dones = self._tensor(self.batch.games.done).bool().clone()
        rewards = self._tensor(self.batch.games.reward).float()
        shares = torch.zeros(self.num_envs, MAX_SEATS, device=self.device)
        # Rewards of a batch sum to 0; shares of the win sum to 1.
        shares[:, : self.num_seats] = (rewards + 1.0 / self.num_seats) * dones[:, None]
        return shares, dones


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


def sample_actions(logits: Tensor) -> Tensor:
    """Sample one action per row with the Gumbel-max trick."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
    return (logits + noise).argmax(1)


@torch.no_grad()
def collect_rollout(
    env: Env, network: PolicyValueNet, opponents: Sequence[PolicyValueNet], num_steps: int
) -> tuple[Rollout, Tensor]:
    """Play decisions in every game; return them, and the values by seat after them."""
    device, n = env.device, env.num_envs
    rows: list[dict[str, Tensor]] = []
    column = torch.arange(n, device=device)
    interval = OPPONENT_GAME_INTERVAL * len(opponents)
    for _ in range(num_steps):
        observation, legal, count, player = env.observe()
        values, logits = network(observation, legal, count, env.seats)
        choice = sample_actions(logits)
        learner_mask = torch.ones(n, dtype=torch.bool, device=device)
        for number, opponent in enumerate(opponents):
            decides = (column % interval == OPPONENT_GAME_INTERVAL * number) & (
                (player + column // interval) % 2 == 0
            )
            which = decides.nonzero()[:, 0]
            _, opponent_logits = opponent(
                observation[which], legal[which], count[which], env.seats[which]
            )
            choice[which] = sample_actions(opponent_logits)
            learner_mask[which] = False
        log_prob = torch.log_softmax(logits, 1).gather(1, choice[:, None])[:, 0]
        row = {
            "observation": observation.half(),
            "legal": legal.to(torch.int16),
            "count": count,
            "player": player.clone(),
            "seats": env.seats,
            "choice": choice,
            "log_prob": log_prob,
            "values": to_absolute_seats(values.exp(), player, env.seats),
            "learner_mask": learner_mask,
        }
        row["rewards"], row["dones"] = env.step(legal.gather(1, choice[:, None])[:, 0])
        rows.append(row)
    observation, legal, count, player = env.observe()
    values, _ = network(observation, legal, count, env.seats)
    width = max(row["legal"].shape[1] for row in rows)
    for row in rows:
        row["legal"] = torch.nn.functional.pad(row["legal"], (0, width - row["legal"].shape[1]))
    rollout = Rollout(
        **{f.name: torch.stack([row[f.name] for row in rows]) for f in fields(Rollout)}
    )
    return rollout, to_absolute_seats(values.exp(), player, env.seats)
