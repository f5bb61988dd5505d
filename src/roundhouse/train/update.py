"""One step of learning on what was played: PPO, with the shares of the win as a classification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from roundhouse.train.advantage import advantages, relative
from roundhouse.train.network import Network
from roundhouse.train.rollout import Played

CLIP = 0.2
GRADIENT = 0.5  # at most, in norm


@dataclass
class Samples:
    """Decisions in a heap."""

    seen: Tensor
    legal: Tensor
    count: Tensor
    seats: Tensor
    chosen: Tensor
    chance: Tensor
    gain: Tensor  # of the seat that decided
    target: Tensor  # shares, from the seat that decided on
    own: Tensor


@dataclass(frozen=True)
class Lesson:
    """What one update was like, for the curves."""

    policy: float
    value: float
    entropy: float
    explained: float  # of the shares' variance


def samples(played: Played, after: Tensor, lasting: float) -> Samples:
    gains = advantages(played.values, after, played.won, played.done, lasting)
    gain = gains.gather(2, played.player[..., None])[..., 0]
    target = relative((gains + played.values).clamp(0.0, 1.0), played.player, played.seats)
    target = target / target.sum(-1, keepdim=True).clamp(min=1e-6)

    def heap(x: Tensor) -> Tensor:
        return x.flatten(0, 1)

    return Samples(
        heap(played.seen),
        heap(played.legal),
        heap(played.count),
        heap(played.seats),
        heap(played.chosen),
        heap(played.chance),
        heap(gain),
        heap(target),
        heap(played.own),
    )


def update(
    network: Network,
    optimizer: torch.optim.Optimizer,
    heaps: Sequence[Samples],
    *,
    size: int,
    epochs: int,
    entropy: float,
) -> Lesson:
    """Learn from every heap (one a seat count), in minibatches drawn anew each epoch."""
    gains = torch.cat([heap.gain[heap.own] for heap in heaps])
    mean, spread = gains.mean(), gains.std() + 1e-6
    told: list[Tensor] = []
    for _ in range(epochs):
        parts = []
        for heap in heaps:
            order = torch.randperm(len(heap.gain), device=heap.gain.device)
            parts += [(heap, order[k : k + size]) for k in range(0, len(order), size)]
        for k in torch.randperm(len(parts)).tolist():
            heap, which = parts[k]
            told.append(_learn(network, optimizer, heap, which, mean, spread, entropy))
    policy, value, spice, explained = torch.stack(told).mean(0).tolist()
    return Lesson(policy, value, spice, explained)


def _learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    heap: Samples,
    which: Tensor,
    mean: Tensor,
    spread: Tensor,
    entropy: float,
) -> Tensor:
    count = heap.count[which]
    legal = heap.legal[which, : max(2, int(count.max()))]
    shares, logits = network(heap.seen[which].float(), legal, count, heap.seats[which])
    logs = torch.log_softmax(logits, 1)
    now = logs.gather(1, heap.chosen[which][:, None])[:, 0]
    own = heap.own[which].float()
    owned = own.sum().clamp(min=1.0)
    gain = (heap.gain[which] - mean) / spread
    ratio = (now - heap.chance[which]).exp()
    worse = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
    policy = -(worse * own).sum() / owned
    spice = (-(logs.exp() * logs).sum(1) * own).sum() / owned
    target = heap.target[which]
    value = -(target * shares.clamp(min=-20.0)).sum(1).mean()
    loss = policy + value - entropy * spice
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), GRADIENT)
    optimizer.step()
    with torch.no_grad():
        fair = 1.0 / heap.seats[which].float()
        left = (target[:, 0] - shares[:, 0].exp()).square().sum()
        explained = 1.0 - left / (target[:, 0] - fair).square().sum().clamp(min=1e-6)
    return torch.stack([policy.detach(), value.detach(), spice.detach(), explained])
