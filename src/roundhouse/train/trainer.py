"""Slices of training: stopped by the clock, gone on with from a checkpoint."""

from __future__ import annotations

import copy
import itertools
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from roundhouse.core.game import Game
from roundhouse.train import weights
from roundhouse.train.needs import Tell, silent
from roundhouse.train.network import Network, facts
from roundhouse.train.rollout import Table, draw, play
from roundhouse.train.update import samples, update

KEEP = 60.0  # seconds between two checkpoints: what is cut off loses no more


@dataclass(frozen=True)
class Plan:
    """What a slice is like. It is written into the checkpoint, to be read; the next slice
    follows the plan that it is given."""

    games: int = 32768  # at once
    steps: int = 64  # decisions a game between two updates
    minibatch: int = 32768
    epochs: int = 2
    rate: float = 7e-4
    least_rate: float = 5e-5
    entropy: float = 0.03
    least_entropy: float = 0.003
    lasting: float = 0.95  # lambda: how far back a surprise reaches
    whole: float = 750.0  # seconds of training after which rates are at their least
    snapshot: int = 40  # updates between two old selves
    league: int = 4  # old selves that are guests at a time
    look: int = 40  # updates between two evaluations
    looked: int = 2048  # games of an evaluation
    seed: int = 0


@dataclass
class Progress:
    """How far it has come."""

    seconds: float = 0.0
    updates: int = 0
    decisions: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)


def ways(game: Game, fixed: Mapping[str, str]) -> list[Game]:
    """The game under every choice of the options that are not fixed; as it is comes first."""
    free = {name: o.values for name, o in game.meta.options.items() if name not in fixed}
    found = [game]
    for values in itertools.product(*free.values()):
        other = copy.copy(game)
        other.options = {**game.options, **dict(zip(free, values, strict=True))}
        if other.options != game.options:
            found.append(other)
    return found


class Trainer:
    """One game's training in a folder: checkpoint.pt, curve.json, and the weights."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        device: str,
        plan: Plan,
        name: str = "weights.npz",
        fixed: Iterable[str] = (),
    ) -> None:
        """`fixed`: options that are as the game has them in all games; the others are changed."""
        self.game, self.folder, self.device, self.plan = game, folder, device, plan
        self.fixed = {option: str(game.options[option]) for option in fixed}
        self.weights = folder / name
        folder.mkdir(parents=True, exist_ok=True)
        self.network = Network(game, advised=False).to(device)  # a batch knows no advice
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5)
        self.progress = Progress()
        self.old: list[Network] = []
        self._restore()
        torch.manual_seed(plan.seed * 1000 + self.progress.updates)
        self.tables = self._lay(plan.games)

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _lay(self, games: int) -> list[Table]:
        """Half of the games as they are usually played, the others evenly with other numbers of
        seats and other options."""
        counts = self.game.meta.seats
        usual = min(4, counts[-1])
        plain, *changed = ways(self.game, self.fixed)
        others = [n for n in counts if n != usual]
        rest = [*zip(itertools.cycle([plain, *changed]), others, strict=False)]
        rest += [(way, usual) for way in changed]
        share = games // 2 // len(rest) if rest else 0
        seed = self.plan.seed * 7919 + self.progress.updates
        tables = [(plain, usual, games - share * len(rest)), *((*kind, share) for kind in rest)]
        return [
            Table(way, n, number, self.device, seed + n + 100 * k)
            for k, (way, n, number) in enumerate(tables)
        ]

    def _restore(self) -> None:
        if not self._checkpoint.exists():
            return
        kept = torch.load(self._checkpoint, map_location=self.device, weights_only=True)
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.progress = Progress(**kept["progress"])
        for state in kept["old"]:
            other = copy.deepcopy(self.network)
            other.load_state_dict(state)
            self.old.append(other)

    def keep(self) -> None:
        weights.checkpoint(
            self._checkpoint,
            network=self.network.state_dict(),
            optimizer=self.optimizer.state_dict(),
            progress=asdict(self.progress),
            old=[other.state_dict() for other in self.old],
            plan=asdict(self.plan),
        )
        (self.folder / "curve.json").write_text(json.dumps(self.progress.curve))
        weights.save(self.weights, self.game, self.network, self.about())

    def about(self) -> dict[str, Any]:
        done = self.progress
        return {
            **facts(self.network),
            "how": "selfplay",
            "device": self.device,
            "options": self.fixed,
            "seconds": round(done.seconds),
            "decisions": done.decisions,
            "updates": done.updates,
            "plan": asdict(self.plan),
        }

    def run(self, seconds: float, say: Any = print, tell: Tell = silent) -> None:
        """One slice."""
        begun = last = kept = time.monotonic()
        while time.monotonic() - begun < seconds:
            line = self.learn()
            now = time.monotonic()
            self.progress.seconds += now - last
            last = now
            tell("self-play", int(now - begun), round(seconds), f"{self.progress.updates} updates")
            if self.progress.updates % self.plan.look == 0:
                line |= self.look(self.plan.looked)
                self.progress.curve.append(line)
                say(" ".join(f"{name} {number:.4g}" for name, number in line.items()))
            if now - kept > KEEP:
                self.keep()
                kept = now
        self.keep()

    def learn(self) -> dict[str, float]:
        """Play, learn."""
        plan, done = self.plan, self.progress
        left = max(0.0, 1.0 - done.seconds / plan.whole)
        for group in self.optimizer.param_groups:
            group["lr"] = plan.least_rate + (plan.rate - plan.least_rate) * left
        spice = plan.least_entropy + (plan.entropy - plan.least_entropy) * left
        heaps = []
        for table in self.tables:
            played, after = play(table, self.network, self.old[-plan.league :], plan.steps)
            heaps.append(samples(played, after, plan.lasting))
            done.decisions += played.own.numel()
        told = update(
            self.network,
            self.optimizer,
            heaps,
            size=plan.minibatch,
            epochs=plan.epochs,
            entropy=spice,
        )
        done.updates += 1
        if done.updates % plan.snapshot == 0:
            self._remember()
        return {
            "seconds": round(done.seconds, 1),
            "updates": done.updates,
            "decisions": float(done.decisions),
            **{name: round(number, 5) for name, number in asdict(told).items()},
        }

    def _remember(self) -> None:
        """An old self more; of many, every other one is let go, so that old ages stay."""
        other = copy.deepcopy(self.network).requires_grad_(False)
        self.old.append(other)
        if len(self.old) > 2 * self.plan.league:
            del self.old[len(self.old) % self.plan.league]

    @torch.no_grad()
    def look(self, games: int = 2048, steps: int = 4000) -> dict[str, float]:
        """In fair shares: what seat 0 wins against random players, and against the oldest self."""
        usual = min(4, self.game.meta.seats[-1])
        found = {"random": self._against(None, usual, games, steps)}
        if self.old:
            found["oldest"] = self._against(self.old[0], usual, games, steps)
        return found

    def _against(self, other: Network | None, seats: int, games: int, steps: int) -> float:
        table = Table(self.game, seats, games, self.device, 10_007 + self.progress.updates)
        shares = torch.full((games,), -1.0, device=self.device)
        for step in range(steps):
            seen, legal, count, player = table.look()
            _, logits = self.network(seen, legal, count, table.seats)
            if other is None:
                places = torch.arange(legal.shape[1], device=self.device)
                theirs = torch.zeros_like(logits).masked_fill(places >= count[:, None], -1e9)
            else:
                _, theirs = other(seen, legal, count, table.seats)
            mine = player == torch.arange(games, device=self.device) % seats
            chosen = torch.where(mine, draw(logits), draw(theirs))
            won, done = table.step(legal.gather(1, chosen[:, None])[:, 0])
            own = won.gather(1, (torch.arange(games, device=self.device) % seats)[:, None])[:, 0]
            shares = torch.where(done & (shares < 0), own, shares)
            if step % 32 == 31 and bool((shares >= 0).all()):
                break
        ended = shares >= 0
        return float(shares[ended].mean() * seats) if bool(ended.any()) else float("nan")
