"""Imitation learning: processes generate games by searches, a network learns.

In each run the searches are guided by the best network so far, so the next network imitates a
stronger player. An interrupted run loses only the games in progress.
"""

from __future__ import annotations

import multiprocessing
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from roundhouse.core.game import Game
from roundhouse.play import registry
from roundhouse.train.callbacks import Log, OnProgress, ignore_progress
from roundhouse.train.config import SEARCH, TrainConfig
from roundhouse.train.evaluation import NetworkArena
from roundhouse.train.export import export_weights
from roundhouse.train.folder import TrainingFolder
from roundhouse.train.generator import GameGenerator, GeneratorConfig, run_generator
from roundhouse.train.imitation import fit
from roundhouse.train.imitation_dataset import concatenate
from roundhouse.train.network import describe_network
from roundhouse.train.promotion import promote_candidate
from roundhouse.train.requirements import TrainingError, check_compiled

GRACE_SECONDS = 1.0  # for the last dataset to be written
POLL_SECONDS = 0.5  # between two looks at the generators
WARM_UP_ITERATIONS = 200


@dataclass(frozen=True)
class TrainingRun:
    """The facts of one run, as stored in curve.json and in the weights.

    Attributes:
        seconds: Duration of the run, without the arena.
        decisions: The number of decisions in the dataset.
        iterations: Search iterations per move.
        workers: The number of generators.
        unguided_fraction: Share of the seats that searched without the network.
        device: Where the network learned.
    """

    seconds: int
    decisions: int
    iterations: int
    workers: int
    unguided_fraction: float
    device: str


class ImitationTrainer:
    """The imitation training of one game in a folder.

    Attributes:
        config: The settings of the run.
        game: The game, with its fixed options.
        folder: The training folder.
    """

    def __init__(self, config: TrainConfig) -> None:
        """Open the training folder.

        Args:
            config: The settings of the run.

        Raises:
            TrainingError: The folder holds another training.
        """
        self.config = config
        self.game: Game = registry.open_game(config.game, None, dict(config.options))
        self.folder = TrainingFolder(config.folder)
        self.folder.check(self.game, SEARCH)
        self.folder.datasets.mkdir(exist_ok=True)

    @property
    def weights(self) -> Path:
        """The best network so far."""
        return self.folder.weights

    def runs(self) -> list[dict[str, Any]]:
        """Return the statistics of the runs so far."""
        return self.folder.read_runs()

    def run(self, log: Log = print, on_progress: OnProgress = ignore_progress) -> bool:
        """Generate games, train a network, and promote it.

        Args:
            log: Called with each line of the log.
            on_progress: Called as each stage proceeds.

        Returns:
            Whether the new network was promoted.

        Raises:
            TrainingError: The rules are interpreted, or there are no games to learn from.
        """
        check_compiled(self.game)
        started = time.monotonic()
        if self.config.seconds > 0:
            self.generate_games(log, on_progress)
        self.train_network(started, log, on_progress)
        arena = NetworkArena.of(self.config, self.folder.candidate, self.folder.weights)
        return promote_candidate(self.folder, arena, log, on_progress)

    def generate_games(self, log: Log = print, on_progress: OnProgress = ignore_progress) -> None:
        """Run the generators for `config.seconds`; all processes end with this call."""
        config = self.config
        weights = self.weights if self.weights.exists() else None
        started = time.time()
        deadline = started + config.seconds
        on_progress("compiling", 0, 1, "")
        fast = replace(config, iterations=WARM_UP_ITERATIONS)
        GameGenerator(GeneratorConfig(fast, 0, weights)).warm_up()
        log(f"compiled, {deadline - time.time():.0f} s left to play")
        for partial in self.folder.datasets.glob("*.new"):
            partial.unlink()
        count_before, seed = self._count_datasets(), self.folder.next_seed()
        context = multiprocessing.get_context("spawn")
        processes = []
        try:
            for number in range(config.workers):
                generator = GeneratorConfig(config, seed + number, weights)
                arguments = (generator, self.folder.datasets, deadline)
                processes.append(context.Process(target=run_generator, args=arguments))
                processes[-1].start()
            while any(p.is_alive() for p in processes) and time.time() < deadline + GRACE_SECONDS:
                time.sleep(POLL_SECONDS)
                elapsed = min(config.seconds, time.time() - started)
                note = f"{self._count_datasets() - count_before} files"
                on_progress("generating games", int(elapsed), round(config.seconds), note)
            failed = sum(process.exitcode not in (None, 0) for process in processes)
        finally:
            for process in processes:
                if process.pid is not None:
                    process.terminate()
                    process.join()
        note = f"; {failed} of {config.workers} generators failed" if failed else ""
        log(f"{self._count_datasets() - count_before} files of games written{note}")

    def _count_datasets(self) -> int:
        return sum(1 for _ in self.folder.datasets.glob("*.npz"))

    def train_network(
        self, started: float, log: Log = print, on_progress: OnProgress = ignore_progress
    ) -> None:
        """Train a new network on all games in the folder; it becomes the candidate."""
        config = self.config
        datasets = self.folder.read_datasets(self.game)
        if not datasets:
            raise TrainingError(
                f"no game was finished in {config.seconds:.0f} s, so there is nothing to learn "
                "from: give the generators more time, or fewer iterations"
            )
        dataset = concatenate(datasets)
        network, stats = fit(
            self.game, dataset, config.imitation, config.device, log=log, on_progress=on_progress
        )
        run = TrainingRun(
            seconds=round(time.monotonic() - started),
            decisions=len(dataset),
            iterations=config.iterations,
            workers=config.workers,
            # Before there is a network all seats search without one.
            unguided_fraction=(
                config.imitation.unguided_fraction if self.weights.exists() else 1.0
            ),
            device=config.device,
        )
        runs = [*self.runs(), {**asdict(run), **asdict(stats)}]
        self.folder.write_list("curve.json", runs)
        about = {
            **describe_network(network),
            "method": SEARCH,
            "options": dict(config.options),
            "runs": runs,
            "imitation": asdict(config.imitation),
        }
        export_weights(self.folder.candidate, self.game, network, about)
