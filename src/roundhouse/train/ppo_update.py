"""One PPO update; a state's value is learned as a classification of the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from roundhouse.train.network import PolicyValueNet
from roundhouse.train.rollout import Rollout, to_relative_seats

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
        legal: Its legal actions, padded with 0.
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
    batches: Sequence[RolloutBatch],
    *,
    minibatch_size: int,
    epochs: int,
    entropy_coef: float,
) -> UpdateStats:
    """Optimize the network on all batches, in minibatches shuffled every epoch."""
    advantages = torch.cat([batch.advantage[batch.learner_mask] for batch in batches])
    mean, std = advantages.mean(), advantages.std() + 1e-6
    batches = [replace(batch, advantage=(batch.advantage - mean) / std) for batch in batches]
    rows: list[Tensor] = []
    for _ in range(epochs):
        minibatches = []
        for batch in batches:
            order = torch.randperm(len(batch.advantage), device=batch.advantage.device)
            minibatches += [
                (batch, order[k : k + minibatch_size]) for k in range(0, len(order), minibatch_size)
            ]
        for k in torch.randperm(len(minibatches)).tolist():
            batch, which = minibatches[k]
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
    count = batch.count[which]
    legal = batch.legal[which, : max(2, int(count.max()))]
    log_values, logits = network(batch.observation[which].float(), legal, count, batch.seats[which])
    log_probs = torch.log_softmax(logits, 1)
    new_log_prob = log_probs.gather(1, batch.choice[which][:, None])[:, 0]
    mask = batch.learner_mask[which].float()
    mask_sum = mask.sum().clamp(min=1.0)
    advantage = batch.advantage[which]
    ratio = (new_log_prob - batch.log_prob[which]).exp()
    clipped_ratio = ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF)
    policy_loss = -(torch.min(ratio * advantage, clipped_ratio * advantage) * mask).sum() / mask_sum
    entropy = (-(log_probs.exp() * log_probs).sum(1) * mask).sum() / mask_sum
    returns = batch.returns[which]
    value_loss = -(returns * log_values.clamp(min=-20.0)).sum(1).mean()
    loss = policy_loss + value_loss - entropy_coef * entropy
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM)
    optimizer.step()
    with torch.no_grad():
        fair = 1.0 / batch.seats[which].float()
        residual = (returns[:, 0] - log_values[:, 0].exp()).square().sum()
        variance = (returns[:, 0] - fair).square().sum().clamp(min=1e-6)
        explained_variance = 1.0 - residual / variance
    return torch.stack(
        [policy_loss.detach(), value_loss.detach(), entropy.detach(), explained_variance]
    )
