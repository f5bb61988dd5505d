"""One PPO update; a state's value is learned as a classification of the winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from roundhouse.train.legal_policy import evaluate_choices
from roundhouse.train.network import PolicyValueNet
from roundhouse.train.recording import Recording
from roundhouse.train.rollout import Rollout, lower_precision, to_relative_seats

CLIP_COEF = 0.2
MAX_GRAD_NORM = 0.5


def compute_advantages(
    values: Tensor, next_values: Tensor, rewards: Tensor, dones: Tensor, gae_lambda: float
) -> Tensor:
    """Return advantages by time, game and seat; the discount is 1."""
    advantages = torch.zeros_like(values)
    last_advantage = torch.zeros_like(next_values)
    for t in reversed(range(len(values))):
        nonterminal = (~dones[t]).float()[:, None]
        td_error = rewards[t] + next_values * nonterminal - values[t]
        last_advantage = td_error + gae_lambda * nonterminal * last_advantage
        advantages[t] = last_advantage
        next_values = values[t]
    return advantages


@dataclass
class RolloutBatch:
    """Decisions of a rollout, one row each.

    Attributes:
        observation: Scaled observation of the seat to act.
        legal: Its legal actions; only the first `count` are valid.
        count: The number of its legal actions.
        seats: The number of seats.
        choice: Index in `legal` of the action.
        log_prob: Log-probability of the choice when it was made.
        advantage: Advantage of the seat that decided.
        returns: Target of the value head, counted from the seat that decided.
        learner_mask: Whether the learning network decided.
    """

    observation: Tensor
    legal: Tensor
    count: Tensor
    seats: Tensor
    choice: Tensor
    log_prob: Tensor
    advantage: Tensor
    returns: Tensor
    learner_mask: Tensor


@dataclass(frozen=True)
class UpdateStats:
    """Means over the minibatches of one update.

    Attributes:
        policy_loss: The clipped surrogate loss.
        value_loss: Cross entropy of the value head.
        entropy: Entropy of the policy.
        explained_variance: Share of the variance of the returns that the values explain.
    """

    policy_loss: float
    value_loss: float
    entropy: float
    explained_variance: float


def allocate_batch(rollout: Rollout) -> RolloutBatch:
    """Return a batch of a rollout's decisions; `prepare_batch` fills the rest."""
    shared = {
        name: getattr(rollout, name).flatten(0, 1)
        for name in ("observation", "legal", "count", "seats", "choice", "log_prob", "learner_mask")
    }
    values = rollout.values.flatten(0, 1)
    return RolloutBatch(
        **shared, advantage=torch.empty_like(values[:, 0]), returns=torch.empty_like(values)
    )


def prepare_batch(
    batch: RolloutBatch, rollout: Rollout, next_values: Tensor, gae_lambda: float
) -> None:
    """Write returns, and advantages that are normalized over the learner's decisions."""
    advantages = compute_advantages(
        rollout.values, next_values, rollout.rewards, rollout.dones, gae_lambda
    )
    advantage = advantages.gather(2, rollout.player[..., None])[..., 0].flatten()
    mask = batch.learner_mask.float()
    mean = (advantage * mask).sum() / mask.sum()
    variance = ((advantage - mean).square() * mask).sum() / mask.sum()
    batch.advantage.copy_((advantage - mean) / (variance.sqrt() + 1e-6))
    returns = to_relative_seats(
        (advantages + rollout.values).clamp(0.0, 1.0), rollout.player, rollout.seats
    )
    returns = returns / returns.sum(-1, keepdim=True).clamp(min=1e-6)
    batch.returns.copy_(returns.flatten(0, 1))


class Learner:
    """Optimizes a network on minibatches of one batch, which is filled repeatedly.

    Attributes:
        optimizer: The optimizer.
        learning_rate: The learning rate; change it in place.
        entropy_coef: The weight of the entropy bonus; change it in place.
    """

    def __init__(
        self, network: PolicyValueNet, batch: RolloutBatch, minibatch_size: int, device: str
    ) -> None:
        self._network, self._batch, self._device = network, batch, device
        self.learning_rate = torch.zeros((), device=device)
        self.entropy_coef = torch.zeros((), device=device)
        on_gpu = device != "cpu"
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=self.learning_rate, eps=1e-5, capturable=on_gpu, fused=on_gpu
        )
        size = min(minibatch_size, len(batch.advantage))
        self._which = torch.zeros(size, dtype=torch.int64, device=device)
        self._step_recorded = Recording(lambda: self._step(self._which), device)

    def load_state(self, state: dict[str, Any]) -> None:
        """Load the state of an optimizer of this version or an earlier one."""
        [fresh], [stored] = self.optimizer.param_groups, state["param_groups"]
        group = {**stored, "capturable": fresh["capturable"], "fused": fresh["fused"]}
        self.optimizer.load_state_dict({"state": state["state"], "param_groups": [group]})
        self.optimizer.param_groups[0]["lr"] = self.learning_rate

    def update(self, epochs: int) -> UpdateStats:
        """Optimize the network on all decisions, in minibatches shuffled every epoch.

        On a GPU the last decisions that do not fill a minibatch are left out.
        """
        rows: list[Tensor] = []
        for _ in range(epochs):
            order = torch.randperm(len(self._batch.advantage), device=self._device)
            for which in order.split(len(self._which)):
                if self._device == "cpu":
                    rows.append(self._step(which))
                elif len(which) == len(self._which):
                    self._which.copy_(which)
                    rows.append(self._step_recorded().clone())
        return UpdateStats(*torch.stack(rows).mean(0).tolist())

    def _step(self, which: Tensor) -> Tensor:
        """Take a step on a minibatch; return its row of `UpdateStats`."""
        network, batch = self._network, self._batch
        seats = batch.seats[which]
        with lower_precision(self._device):
            log_values, query = network.heads(network.trunk(batch.observation[which]), seats)
            new_log_prob, entropies = evaluate_choices(
                query, network.action_embeddings(), batch.legal, batch.count, batch.choice, which
            )
        mask = batch.learner_mask[which].float()
        mask_sum = mask.sum().clamp(min=1.0)
        advantage = batch.advantage[which]
        ratio = (new_log_prob - batch.log_prob[which]).exp()
        clipped_ratio = ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF)
        surrogate = torch.min(ratio * advantage, clipped_ratio * advantage)
        policy_loss = -(surrogate * mask).sum() / mask_sum
        entropy = (entropies * mask).sum() / mask_sum
        returns = batch.returns[which]
        value_loss = -(returns * log_values.clamp(min=-20.0)).sum(1).mean()
        loss = policy_loss + value_loss - self.entropy_coef * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM)
        self.optimizer.step()
        with torch.no_grad():
            fair = 1.0 / seats.float()
            residual = (returns[:, 0] - log_values[:, 0].exp()).square().sum()
            variance = (returns[:, 0] - fair).square().sum().clamp(min=1e-6)
            explained_variance = 1.0 - residual / variance
        return torch.stack(
            [policy_loss.detach(), value_loss.detach(), entropy.detach(), explained_variance]
        )
