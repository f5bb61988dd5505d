"""Supervised learning on the decisions of searches: their visits, and who won."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from roundhouse.core.game import Game
from roundhouse.train.callbacks import Log, OnProgress, ignore_progress
from roundhouse.train.config import ImitationParams
from roundhouse.train.imitation_dataset import Dataset
from roundhouse.train.network import MASKED, PolicyValueNet
from roundhouse.train.requirements import TrainingError

VALIDATION_INTERVAL = 20  # every 20th game is held out for validation
OUTCOME_WEIGHT = 0.5  # of the outcome in the value target; the rest is the value of the search
WEIGHT_DECAY = 1e-4
WARMUP_STEPS = 100  # of the learning rate
MAX_GRAD_NORM = 1.0
VALIDATION_BATCH_SIZE = 4096


class DeviceDataset:
    """Decisions of a dataset as tensors on a device."""

    def __init__(self, game: Game, dataset: Dataset, device: str, which: np.ndarray) -> None:
        starts = np.concatenate([[0], np.cumsum(dataset.count)[:-1]])

        def put(array: np.ndarray) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.device = device
        self.scales = put(game.scales)
        self.observations = put(dataset.observations[which])
        self.count = put(dataset.count[which].astype(np.int64))
        self.start = put(starts[which].astype(np.int64))
        self.legal = put(dataset.legal.astype(np.int64))
        self.visits = put(dataset.visits.astype(np.int32))
        self.priors = put(dataset.priors.astype(np.float32))
        self.values = put(dataset.values[which].astype(np.float32))
        self.outcomes = put(dataset.outcomes[which].astype(np.float32))
        self.seats = put(dataset.seats[which].astype(np.int64))

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.seats)

    def minibatch(self, which: Tensor) -> tuple[Tensor, ...]:
        """Return the network's five arguments, visit distribution and value target."""
        count = self.count[which]
        index = torch.arange(int(count.max()), device=self.device)
        is_legal = index < count[:, None]
        at = torch.where(is_legal, self.start[which][:, None] + index, 0)
        legal = torch.where(is_legal, self.legal[at], 0)
        visits = torch.where(is_legal, self.visits[at], 0).float()
        visits = visits / visits.sum(1, keepdim=True).clamp(min=1.0)
        target = OUTCOME_WEIGHT * self.outcomes[which] + (1.0 - OUTCOME_WEIGHT) * self.values[which]
        target = target / target.sum(1, keepdim=True).clamp(min=1e-6)
        observations = self.observations[which].float() * self.scales
        priors = torch.where(is_legal, self.priors[at], 0.0)
        return observations, legal, count, self.seats[which], priors, visits, target


@dataclass(frozen=True)
class ValidationStats:
    """How well a network predicts decisions of games that it was not trained on.

    Attributes:
        top_1_accuracy: How often its most likely action is the most visited one.
        policy_loss: Cross entropy of the visits.
        explained_variance: Share of the variance of the outcome that its values explain.
        search_explained_variance: The same for the values of the search.
    """

    top_1_accuracy: float
    policy_loss: float
    explained_variance: float
    search_explained_variance: float


def compute_losses(network: PolicyValueNet, minibatch: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    """Return the policy loss and the value loss of a minibatch."""
    *inputs, visits, target = minibatch
    log_values, logits = network(*inputs)
    log_probs = torch.log_softmax(logits, 1).clamp(min=MASKED / 1e6)
    policy_loss = -(visits * log_probs).sum(1).mean()
    return policy_loss, -(target * log_values.clamp(min=-20.0)).sum(1).mean()


@torch.no_grad()
def validate(network: PolicyValueNet, dataset: DeviceDataset) -> ValidationStats:
    """Measure a network on decisions that were held out."""
    rows = []
    squares = torch.zeros(3, device=dataset.device)
    for first in range(0, len(dataset), VALIDATION_BATCH_SIZE):
        last = min(first + VALIDATION_BATCH_SIZE, len(dataset))
        which = torch.arange(first, last, device=dataset.device)
        observations, legal, count, seats, priors, visits, _ = dataset.minibatch(which)
        log_values, logits = network(observations, legal, count, seats, priors)
        log_probs = torch.log_softmax(logits, 1).clamp(min=-30.0)
        correct = (logits.argmax(1) == visits.argmax(1)).float().sum()
        rows.append(torch.stack([correct, -(visits * log_probs).sum(1).sum()]))
        outcome, fair = dataset.outcomes[which][:, 0], 1.0 / seats.float()
        squares[0] += (outcome - log_values[:, 0].exp()).square().sum()
        squares[1] += (outcome - fair).square().sum()
        squares[2] += (outcome - dataset.values[which][:, 0]).square().sum()
    accuracy, policy_loss = (torch.stack(rows).sum(0) / len(dataset)).tolist()
    residual, variance, search_residual = squares.tolist()
    variance = variance or 1.0  # 0 if all games were tied
    return ValidationStats(
        accuracy, policy_loss, 1.0 - residual / variance, 1.0 - search_residual / variance
    )


def validation_mask(dataset: Dataset) -> np.ndarray:
    """Choose the games that are held out: every 20th, or the last if that is none."""
    games = np.unique(dataset.games)
    if len(games) < 2:
        raise TrainingError("one game is too little to learn from: give the generators more time")
    mask: np.ndarray = dataset.games % VALIDATION_INTERVAL == 0
    return mask if mask.any() and not mask.all() else dataset.games == games[-1]


def fit(
    game: Game,
    dataset: Dataset,
    params: ImitationParams,
    device: str = "cpu",
    log: Log = print,
    on_progress: OnProgress = ignore_progress,
) -> tuple[PolicyValueNet, ValidationStats]:
    """Train a new network on a dataset."""
    torch.manual_seed(params.seed)
    mask = validation_mask(dataset)
    training_set = DeviceDataset(game, dataset, device, np.flatnonzero(~mask))
    validation_set = DeviceDataset(game, dataset, device, np.flatnonzero(mask))
    network = PolicyValueNet(game, use_priors=params.use_priors).to(device)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=params.learning_rate, weight_decay=WEIGHT_DECAY
    )
    steps = max(1, round(params.epochs * len(training_set) / params.batch_size))
    started = time.monotonic()
    for step in range(steps):
        completed = max(step / steps, (time.monotonic() - started) / params.max_seconds)
        if completed >= 1.0:
            break
        warmup = min(1.0, (step + 1) / WARMUP_STEPS)
        for group in optimizer.param_groups:
            cosine = 0.5 * (1.0 + math.cos(math.pi * completed))
            group["lr"] = params.learning_rate * warmup * cosine
        which = torch.randint(len(training_set), (params.batch_size,), device=device)
        policy_loss, value_loss = compute_losses(network, training_set.minibatch(which))
        optimizer.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRAD_NORM)
        optimizer.step()
        on_progress("learning", step + 1, steps, "")
        if step % max(1, steps // 8) == 0:
            log(
                f"step {step} of {steps}: policy loss {policy_loss.item():.3f}, "
                f"value loss {value_loss.item():.3f}"
            )
    stats = validate(network, validation_set)
    log(f"{len(training_set)} decisions, {len(validation_set)} for validation: {stats}")
    return network, stats
