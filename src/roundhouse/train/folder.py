"""Files of a training folder.

books/            decisions of searches, many games per file (`--method search`)
checkpoint.pt     network, optimizer and snapshots (`--method selfplay`)
curve.json        statistics, one entry per run or per evaluation
arena.json        results of each candidate against the best network so far
weights.npz       the best network so far, in the format that is shipped
weights.lost.npz  the last candidate that did not win its fair share
card.md           the facts of weights.npz (train/model_card.py)
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from roundhouse.bots.net import weights
from roundhouse.core.game import Game
from roundhouse.train.config import SEARCH, SELF_PLAY
from roundhouse.train.imitation_dataset import Dataset, read_dataset
from roundhouse.train.requirements import TrainingError
from roundhouse.train.stored_names import ARENA, CURVE, RUN, rename_keys

UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


class TrainingFolder:
    """The paths of one training, and readers of its files."""

    def __init__(self, path: Path) -> None:
        """Create the folder if it does not exist."""
        self.path, self.datasets = path, path / "books"
        self.weights, self.rejected = path / "weights.npz", path / "weights.lost.npz"
        self.candidate = path / "weights.new.npz"
        self.checkpoint = path / "checkpoint.pt"
        self.model_card = path / "card.md"
        path.mkdir(parents=True, exist_ok=True)

    def check(self, game: Game, method: str) -> None:
        """Check that a run can continue the training in this folder."""
        other = {SEARCH: self.checkpoint, SELF_PLAY: self.datasets}[method]
        if other.exists():
            raise TrainingError(
                f"{self.path} holds a training by the other method ({other.name}): "
                "continue it with --method, or choose another folder"
            )
        for path in (self.weights, self.candidate):
            if path.exists() and not read_weights(path).fits(game):
                raise TrainingError(
                    f"{path} is for another game, board or rules version: choose another folder"
                )

    def read_runs(self) -> list[dict[str, Any]]:
        """Return the entries of curve.json of a training by imitation."""
        return [rename_keys(entry, RUN) for entry in self._read_list("curve.json")]

    def read_arenas(self) -> list[dict[str, Any]]:
        """Return the entries of arena.json."""
        return [rename_keys(entry, ARENA) for entry in self._read_list("arena.json")]

    def _read_list(self, name: str) -> list[dict[str, Any]]:
        path = self.path / name
        if not path.exists():
            return []
        try:
            entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise TrainingError(f"{path} cannot be read ({error}): repair or remove it") from None
        return entries

    def write_list(self, name: str, entries: list[dict[str, Any]]) -> None:
        """Write curve.json or arena.json atomically."""
        partial = self.path / f"{name}.new"
        partial.write_text(json.dumps(entries), encoding="utf-8")
        partial.replace(self.path / name)

    def read_datasets(self, game: Game) -> list[Dataset]:
        """Return all recorded decisions."""
        datasets = []
        for path in sorted(self.datasets.glob("*.npz")):
            try:
                dataset = read_dataset(path)
            except UNREADABLE as error:
                raise TrainingError(f"{path} is damaged ({error}): remove it") from None
            if dataset.observations.shape[1] != len(game.scales):
                raise TrainingError(
                    f"{path} is of another game: remove it, or choose another folder"
                )
            datasets.append(dataset)
        return datasets

    def next_seed(self) -> int:
        """Return a seed that no recorded game was generated with."""
        seeds = [path.stem.partition("-")[0] for path in self.datasets.glob("*-*.npz")]
        return 1 + max((int(seed) for seed in seeds if seed.isdigit()), default=0)


def read_weights(path: Path) -> weights.Weights:
    """Read a weights file."""
    try:
        return weights.read_weights(path)
    except UNREADABLE as error:
        raise TrainingError(f"{path} is damaged ({error}): remove it") from None


def read_curve(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the evaluations of a self-play training with today's names."""
    return [rename_keys(entry, CURVE) for entry in entries]
