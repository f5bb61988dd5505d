"""One PPO update; a state's value is learned as a classification of the winner."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from roundhouse.train.legal_policy import evaluate_choices
from roundhouse.train.network import PolicyValueNet
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


def flatten_rollout(rollout: Rollout, next_values: Tensor, gae_lambda: float) -> RolloutBatch:
    """Compute advantages and returns, and put all decisions into one dimension."""
    advantages = compute_advantages(
        rollout.values, next_values, rollout.rewards, rollout.dones, gae_lambda
    )
    advantage = advantages.gather(2, rollout.player[..., None])[..., 0]
    returns = to_relative_seats(
        (advantages + rollout.values).clamp(0.0, 1.0), rollout.player, rollout.seats
    )
    returns = returns / returns.sum(-1, keepdim=True).clamp(min=1e-6)
    columns = (
        rollout.observation,
        rollout.legal,
        rollout.count,
        rollout.seats,
        rollout.choice,
        rollout.log_prob,
        advantage,
        returns,
        rollout.learner_mask,
    )
    return RolloutBatch(*(column.flatten(0, 1) for column in columns))


def update_network(
    network: PolicyValueNet,
    optimizer: torch.optim.Optimizer,
    batch: RolloutBatch,
    *,
    minibatch_size: int,
    epochs: int,
    entropy_coef: float,
) -> UpdateStats:
    """Optimize the network on all decisions, in minibatches shuffled every epoch."""
    mask = batch.learner_mask.float()
    mean = (batch.advantage * mask).sum() / mask.sum()
    variance = ((batch.advantage - mean).square() * mask).sum() / mask.sum()
    batch = replace(batch, advantage=(batch.advantage - mean) / (variance.sqrt() + 1e-6))
    rows: list[Tensor] = []
    for _ in range(epochs):
        order = torch.randperm(len(batch.advantage), device=batch.advantage.device)
        for which in order.split(minibatch_size):
            rows.append(_step(network, optimizer, batch, which, entropy_coef))
    return UpdateStats(*torch.stack(rows).mean(0).tolist())


def _step(
    network: PolicyValueNet,
    optimizer: torch.optim.Optimizer,
    batch: RolloutBatch,
    which: Tensor,
    entropy_coef: float,
) -> Tensor:
    """Take a step on a minibatch; return its row of `UpdateStats`."""
    seats = batch.seats[which]
    with lower_precision(batch.observation.device.type):
        log_values, query = network.heads(network.trunk(batch.observation[which]), seats)
        new_log_prob, entropies = evaluate_choices(
            query, network.action_embeddings(), batch.legal, batch.count, batch.choice, which
        )
    mask = batch.learner_mask[which].float()
    mask_sum = mask.sum().clamp(min=1.0)
    advantage = batch.advantage[which]
    ratio = (new_log_prob - batch.log_prob[which]).exp()
    clipped_ratio = ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF)
    policy_loss = -(torch.min(ratio * advantage, clipped_ratio * advantage) * mask).sum() / mask_sum
    entropy = (entropies * mask).sum() / mask_sum
    returns = batch.returns[which]
    value_loss = -(returns * log_values.clamp(min=-20.0)).sum(1).mean()
    loss = policy_loss + value_loss - entropy_coef * entropy
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM)
    optimizer.step()
    with torch.no_grad():
        fair = 1.0 / seats.float()
        residual = (returns[:, 0] - log_values[:, 0].exp()).square().sum()
        variance = (returns[:, 0] - fair).square().sum().clamp(min=1e-6)
        explained_variance = 1.0 - residual / variance
    return torch.stack(
        [policy_loss.detach(), value_loss.detach(), entropy.detach(), explained_variance]
    )
