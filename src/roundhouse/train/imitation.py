"""Learning from a teacher's books: its choices, and what came of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from roundhouse.core.game import Game
from roundhouse.train.lesson_book import Book
from roundhouse.train.needs import CannotTrain, Tell, silent
from roundhouse.train.network import NEVER, Network

HELD_BACK = 20  # every so manieth game is for checking
OUTCOME = 0.5  # how much of the target is who won; the rest is what the search expected
DECAY = 1e-4


@dataclass(frozen=True)
class Course:
    """How it is learned."""

    epochs: float = 8.0
    batch: int = 1024
    rate: float = 1.5e-3
    seconds: float = math.inf
    seed: int = 0


class Shelf:
    """A book on the device."""

    def __init__(self, game: Game, book: Book, device: str, which: np.ndarray) -> None:
        starts = np.concatenate([[0], np.cumsum(book.count)[:-1]])

        def put(array: np.ndarray) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.device = device
        self.scales = put(game.scales)
        self.seen = put(book.seen[which])
        self.count = put(book.count[which].astype(np.int64))
        self.start = put(starts[which].astype(np.int64))
        self.legal = put(book.legal.astype(np.int64))
        self.visits = put(book.visits.astype(np.int32))
        self.priors = put(book.priors.astype(np.float32))
        self.shares = put(book.shares[which].astype(np.float32))
        self.won = put(book.won[which].astype(np.float32))
        self.seats = put(book.seats[which].astype(np.int64))

    def __len__(self) -> int:
        return len(self.seats)

    def page(self, which: Tensor) -> tuple[Tensor, ...]:
        """(seen, legal, count, seats, priors), visits, target of some decisions."""
        count = self.count[which]
        places = torch.arange(int(count.max()), device=self.device)
        there = places < count[:, None]
        at = torch.where(there, self.start[which][:, None] + places, 0)
        legal = torch.where(there, self.legal[at], 0)
        visits = torch.where(there, self.visits[at], 0).float()
        visits = visits / visits.sum(1, keepdim=True).clamp(min=1.0)
        target = OUTCOME * self.won[which] + (1.0 - OUTCOME) * self.shares[which]
        target = target / target.sum(1, keepdim=True).clamp(min=1e-6)
        seen = self.seen[which].float() * self.scales
        priors = torch.where(there, self.priors[at], 0.0)
        return seen, legal, count, self.seats[which], priors, visits, target


@dataclass(frozen=True)
class Report:
    """How well decisions of other games are foretold."""

    agreed: float  # the teacher's most visited action is the most liked
    policy: float  # cross entropy of the visits
    explained: float  # share of the outcome's variance that the expectation explains
    teacher: float  # ... that the teacher's own expectation explains


def loss(network: Network, page: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    *asked, visits, target = page
    shares, logits = network(*asked)
    logs = torch.log_softmax(logits, 1).clamp(min=NEVER / 1e6)
    return -(visits * logs).sum(1).mean(), -(target * shares.clamp(min=-20.0)).sum(1).mean()


@torch.no_grad()
def check(network: Network, shelf: Shelf) -> Report:
    """On a shelf that was held back."""
    rows = []
    fit = torch.zeros(4, device=shelf.device)
    for begin in range(0, len(shelf), 4096):
        which = torch.arange(begin, min(begin + 4096, len(shelf)), device=shelf.device)
        seen, legal, count, seats, priors, visits, _ = shelf.page(which)
        shares, logits = network(seen, legal, count, seats, priors)
        logs = torch.log_softmax(logits, 1).clamp(min=-30.0)
        agreed = (logits.argmax(1) == visits.argmax(1)).float().sum()
        rows.append(torch.stack([agreed, -(visits * logs).sum(1).sum()]))
        won, fair = shelf.won[which][:, 0], 1.0 / seats.float()
        fit[0] += (won - shares[:, 0].exp()).square().sum()
        fit[1] += (won - fair).square().sum()
        fit[2] += (won - shelf.shares[which][:, 0]).square().sum()
    agreed, policy = (torch.stack(rows).sum(0) / len(shelf)).tolist()
    left, whole, teacher, _ = fit.tolist()
    whole = whole or 1.0  # where all games were tied there is nothing to explain
    return Report(agreed, policy, 1.0 - left / whole, 1.0 - teacher / whole)


def held_back(book: Book) -> np.ndarray:
    """Which decisions are for checking: every so manieth game; the last, where that is none."""
    games = np.unique(book.game)
    if len(games) < 2:
        raise CannotTrain("one game is too little to learn from: give the teachers more time")
    held: np.ndarray = book.game % HELD_BACK == 0
    return held if held.any() and not held.all() else book.game == games[-1]


def learn(
    game: Game,
    book: Book,
    course: Course,
    device: str = "cpu",
    network: Network | None = None,
    say: Callable[[str], None] = print,
    tell: Tell = silent,
) -> tuple[Network, Report]:
    """A network that has learned a book, and how well it does on games held back."""
    torch.manual_seed(course.seed)
    held = held_back(book)
    shelf = Shelf(game, book, device, np.flatnonzero(~held))
    other = Shelf(game, book, device, np.flatnonzero(held))
    network = (network or Network(game)).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=course.rate, weight_decay=DECAY)
    steps = max(1, round(course.epochs * len(shelf) / course.batch))
    begun = time.monotonic()
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - begun) / course.seconds)
        if done >= 1.0:
            break
        for group in optimizer.param_groups:
            warm = min(1.0, (step + 1) / 100)
            group["lr"] = course.rate * warm * 0.5 * (1.0 + math.cos(math.pi * done))
        which = torch.randint(len(shelf), (course.batch,), device=device)
        policy, value = loss(network, shelf.page(which))
        optimizer.zero_grad(set_to_none=True)
        (policy + value).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        tell("learning", step + 1, steps, "")
        if step % max(1, steps // 8) == 0:
            say(f"step {step} of {steps}: {policy.item():.3f} {value.item():.3f}")
    report = check(network, other)
    say(f"{len(shelf)} decisions, on {len(other)} held back: {report}")
    return network, report
