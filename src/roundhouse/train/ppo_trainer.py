"""PPO training: rollouts and updates until the time is up, with checkpoints."""

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

from roundhouse.bots.net.weights import Weights
from roundhouse.core.game import Game
from roundhouse.train.callbacks import Log, OnProgress, ignore_progress
from roundhouse.train.config import SELF_PLAY, PPOParams
from roundhouse.train.export import (
    export_weights,
    import_weights,
    load_stored_state,
    save_checkpoint,
    state_to_store,
    uses_priors,
)
from roundhouse.train.folder import read_curve
from roundhouse.train.legal_policy import sample_choices
from roundhouse.train.network import PolicyValueNet, StackedNetworks, describe_network
from roundhouse.train.ppo_update import Learner, allocate_batch, prepare_batch
from roundhouse.train.recording import Recording
from roundhouse.train.requirements import TrainingError
from roundhouse.train.rollout import Env, Rollout, TensorEnv, collect_rollout

CHECKPOINT_INTERVAL = 60.0  # seconds: an interrupted run loses no more


@dataclass
class TrainingProgress:
    """How far a training has come, over all its runs.

    Attributes:
        seconds: Seconds of training.
        updates: The number of updates.
        decisions: The number of decisions played.
        curve: One entry per evaluation.
    """

    seconds: float = 0.0
    updates: int = 0
    decisions: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)


def option_variants(game: Game, fixed: Mapping[str, str]) -> list[Game]:
    """Return the game under every combination of the options that are not fixed."""
    free = {name: o.values for name, o in game.meta.options.items() if name not in fixed}
    variants = [game]
    for values in itertools.product(*free.values()):
        variant = game.fork()
        variant.options = {**game.options, **dict(zip(free, values, strict=True))}
        if variant.options != game.options:
            variants.append(variant)
    return variants


class PPOTrainer:
    """The PPO training of one game in a folder.

    Attributes:
        network: The network that learns.
        snapshots: Earlier versions of the network, oldest first.
        population: Networks that stay as they are and play against the learner.
        progress: How far the training has come.
        env: The games.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        device: str,
        params: PPOParams,
        name: str = "weights.npz",
        fixed: Iterable[str] = (),
    ) -> None:
        """Resume from the checkpoint in the folder, or start a new training."""
        self.game, self.folder, self.device, self.params = game, folder, device, params
        self.fixed = {option: str(game.options[option]) for option in fixed}
        self.weights = folder / name
        folder.mkdir(parents=True, exist_ok=True)
        # A batch does not compute the priors of the game's heuristic.
        self.network = PolicyValueNet(game, use_priors=False).to(device)
        self.progress = TrainingProgress()
        self.snapshots: list[PolicyValueNet] = []
        self.population: list[PolicyValueNet] = []
        self._opponents: list[PolicyValueNet] = []  # copies of these and the latest snapshots
        self._origin: dict[str, Any] = {}  # facts about where networks come from
        stored = self._restore()
        torch.manual_seed(params.seed * 1000 + self.progress.updates)
        self.env = self._create_env(params.num_envs)
        self._rollout = Rollout.allocate(self.env, params.num_steps)
        self._batch = allocate_batch(self._rollout)
        self._learner = Learner(self.network, self._batch, params.minibatch_size, device)
        if stored:
            self._learner.load_state(stored)
        self._seed = torch.zeros((), dtype=torch.int64, device=device)
        self._update_opponents()

    def start_from(self, weights: Weights, name: str) -> None:
        """Copy weights into the network of a training that has not begun.

        Raises:
            TrainingError: They do not fit the game.
        """
        self._origin["start_weights"] = name
        network = self._import(weights, name)
        if not self.progress.updates:
            load_stored_state(self.network, state_to_store(network))

    def add_to_population(self, weights: Weights, name: str) -> None:
        """Let a network play at some of the seats in some of the games.

        Raises:
            TrainingError: It does not fit the game.
        """
        self.population.append(self._import(weights, name).to(self.device).requires_grad_(False))
        names = self._origin.setdefault("population", [])
        if name not in names:  # a resumed training knows them already
            names.append(name)
        self._update_opponents()

    def _import(self, weights: Weights, name: str) -> PolicyValueNet:
        if not weights.fits(self.game):
            raise TrainingError(f"{name} is for another game, board, rules version or option")
        if uses_priors(weights):
            raise TrainingError(
                f"{name} reads the priors of the game's heuristic, which self-play does not "
                "compute: use a network of self-play, or one trained with --no-priors"
            )
        network = import_weights(self.game, weights)
        if (network.width, network.depth) != (self.network.width, self.network.depth):
            raise TrainingError(f"{name} has another size than the network that learns")
        return network

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _create_env(self, num_envs: int) -> Env:
        """Start half of the games as usual, the rest evenly over other seats and options."""
        usual = self.game.meta.usual_seats
        default, *variants = option_variants(self.game, self.fixed)
        other_counts = [n for n in self.game.meta.seats if n != usual]
        rest = [*zip(itertools.cycle([default, *variants]), other_counts, strict=False)]
        rest += [(variant, usual) for variant in variants]
        kinds = [kind for other in rest for kind in ((default, usual), other)]
        starts = [game.start(seats) for game, seats in kinds or [(default, usual)]]
        seed = self.params.seed * 7919 + self.progress.updates
        return TensorEnv(default, starts, num_envs, self.device, seed)

    def _restore(self) -> dict[str, Any]:
        """Read the checkpoint; return the state of the optimizer, or nothing."""
        if not self._checkpoint.exists():
            return {}
        stored = torch.load(self._checkpoint, map_location=self.device, weights_only=True)
        load_stored_state(self.network, stored["network"])
        self.progress = TrainingProgress(**stored["progress"])
        self.progress.curve = read_curve(self.progress.curve)
        self._origin = stored.get("origin", {})
        for state in stored["old"]:
            snapshot = copy.deepcopy(self.network)
            load_stored_state(snapshot, state)
            self.snapshots.append(snapshot)
        optimizer: dict[str, Any] = stored["optimizer"]
        return optimizer

    def save(self) -> None:
        """Write the checkpoint, the curve and the weights."""
        save_checkpoint(
            self._checkpoint,
            network=state_to_store(self.network),
            optimizer=self._learner.optimizer.state_dict(),
            progress=asdict(self.progress),
            old=[state_to_store(snapshot) for snapshot in self.snapshots],
            ppo=asdict(self.params),
            origin=self._origin,
        )
        (self.folder / "curve.json").write_text(json.dumps(self.progress.curve))
        export_weights(self.weights, self.game, self.network, self.facts())

    def facts(self) -> dict[str, Any]:
        """Return the facts of the training."""
        progress = self.progress
        return {
            **describe_network(self.network),
            "method": SELF_PLAY,
            "device": self.device,
            "options": self.fixed,
            "seconds": round(progress.seconds),
            "decisions": progress.decisions,
            "updates": progress.updates,
            "ppo": asdict(self.params),
            **self._origin,
        }

    def run(
        self, seconds: float, log: Log = print, on_progress: OnProgress = ignore_progress
    ) -> None:
        """Train for some time, then save."""
        started = last = saved = time.monotonic()
        while time.monotonic() - started < seconds:
            entry = self.train_step()
            now = time.monotonic()
            self.progress.seconds += now - last
            last = now
            note = f"{self.progress.updates} updates"
            on_progress("self-play", int(now - started), round(seconds), note)
            if self.progress.updates % self.params.eval_interval == 0:
                entry |= self.measure(self.params.eval_games)
                self.progress.curve.append(entry)
                log(" ".join(f"{name} {number:.4g}" for name, number in entry.items()))
            if now - saved > CHECKPOINT_INTERVAL:
                self.save()
                saved = now
        self.save()

    def train_step(self) -> dict[str, float]:
        """Collect rollouts and update the network once."""
        params, progress = self.params, self.progress
        remaining = max(0.0, 1.0 - progress.seconds / params.anneal_seconds)
        self._learner.learning_rate.fill_(
            params.min_learning_rate + remaining * (params.learning_rate - params.min_learning_rate)
        )
        self._learner.entropy_coef.fill_(
            params.min_entropy_coef + remaining * (params.entropy_coef - params.min_entropy_coef)
        )
        self._seed.random_(1 << 30)
        self._play()
        progress.decisions += len(self._batch.choice)
        stats = self._learner.update(params.epochs)
        progress.updates += 1
        if progress.updates % params.snapshot_interval == 0:
            self._add_snapshot()
        return {
            "seconds": round(progress.seconds, 1),
            "updates": progress.updates,
            "decisions": float(progress.decisions),
            **{name: round(number, 5) for name, number in asdict(stats).items()},
        }

    def _collect(self) -> None:
        """Play against the opponents and prepare the batch to learn from."""
        params = self.params
        next_values = collect_rollout(
            self.env,
            self.network,
            self._opponents,
            self._rollout,
            self._seed,
            params.opponent_fraction,
        )
        prepare_batch(self._batch, self._rollout, next_values, params.gae_lambda)

    def _update_opponents(self) -> None:
        """Copy population and latest snapshots to the opponents in place."""
        latest = [*self.population, *self.snapshots[-self.params.num_opponents :]]
        if len(latest) != len(self._opponents) or not latest:
            self._opponents = [copy.deepcopy(snapshot) for snapshot in latest]
            self._play = Recording(self._collect, self.device)
        for opponent, snapshot in zip(self._opponents, latest, strict=True):
            opponent.load_state_dict(snapshot.state_dict())

    def _add_snapshot(self) -> None:
        """Add a snapshot; when there are many, drop one so that all ages remain."""
        self.snapshots.append(copy.deepcopy(self.network).requires_grad_(False))
        if len(self.snapshots) > 2 * self.params.num_opponents:
            del self.snapshots[len(self.snapshots) % self.params.num_opponents]
        self._update_opponents()

    @torch.no_grad()
    def measure(self, games: int = 2048, max_steps: int = 4000) -> dict[str, float]:
        """Return wins against random and the oldest network, per fair share."""
        ratios = {"win_ratio_random": self._win_ratio(None, games, max_steps)}
        if self.snapshots:
            ratios["win_ratio_oldest"] = self._win_ratio(self.snapshots[0], games, max_steps)
        return ratios

    def _win_ratio(self, opponent: PolicyValueNet | None, games: int, max_steps: int) -> float:
        """Return the win rate against an opponent at all other seats; None is random."""
        seats = self.game.meta.usual_seats
        start = self.game.start(seats)
        env = TensorEnv(self.game, [start], games, self.device, 10_007 + self.progress.updates)
        learner_seat = torch.arange(games, device=self.device) % seats
        shares = torch.full((games,), -1.0, device=self.device)
        players = StackedNetworks([self.network, opponent or self.network], torch.float32)
        twice, seed = env.seats.repeat(2), self._seed.clone()
        for step in range(max_steps):
            observation, legal, count, player = env.observe()
            _, query = players(observation.float().repeat(2, 1), twice)
            choices, _ = sample_choices(
                query, players.embeddings, legal.repeat(2, 1), count.repeat(2), seed, step
            )
            choice, theirs = choices.chunk(2)
            if opponent is None:
                theirs = (torch.rand(games, device=self.device) * count).long()
            choice = torch.where(player == learner_seat, choice, theirs)
            rewards, dones = env.step(legal.gather(1, choice[:, None])[:, 0])
            share = rewards.gather(1, learner_seat[:, None])[:, 0]
            shares = torch.where(dones & (shares < 0), share, shares)
            if step % 32 == 31 and bool((shares >= 0).all()):
                break
        is_over = shares >= 0
        return float(shares[is_over].mean() * seats) if bool(is_over.any()) else float("nan")
