"""The dataset of imitation learning: search decisions, in files of many games.

Observations are stored as the integers that they are before scaling. Legal actions, visits and
priors of all decisions are concatenated, because decisions have from two to hundreds of actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from roundhouse.core.constants import MAX_SEATS

# Arrays in files, by the field of `Dataset`; the names in files are those of every version.
COLUMNS = {"observations": "seen", "values": "shares", "outcomes": "won", "games": "game"}


@dataclass
class Decision:
    """One decision of a search.

    Attributes:
        observation: Unscaled observation of the seat to act.
        legal: The legal actions.
        visits: Visits of each legal action in the search.
        priors: Priors of the legal actions by the game's heuristic.
        values: Values of the seats by the search, counted from the seat to act.
        seat: The seat to act.
        outcome: Shares of the win at the end of the game, counted from the seat to act.
    """

    observation: npt.NDArray[np.int16]
    legal: list[int]
    visits: list[int]
    priors: list[float]
    values: list[float]
    seat: int
    outcome: tuple[float, ...] = ()


@dataclass
class Dataset:
    """Many decisions, one array per field.

    Attributes:
        observations: Unscaled observations, one row per decision.
        count: The number of legal actions of each decision.
        legal: The legal actions of all decisions, concatenated.
        visits: Their visits, concatenated.
        priors: Their priors, concatenated.
        values: Values of the seats by the search, counted from the seat to act.
        outcomes: Shares of the win, counted from the seat to act.
        seats: The number of seats.
        games: The number of the game; whole games are held out for validation.
    """

    observations: npt.NDArray[np.int16]
    count: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    visits: npt.NDArray[np.uint16]
    priors: npt.NDArray[np.float16]
    values: npt.NDArray[np.float16]
    outcomes: npt.NDArray[np.float16]
    seats: npt.NDArray[np.int8]
    games: npt.NDArray[np.int32]

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.seats)


def to_dataset(rows: list[tuple[int, int, Decision]]) -> Dataset:
    """Return a dataset of decisions."""

    def pad(values: Iterable[Iterable[float]]) -> npt.NDArray[np.float16]:
        return np.array([[*row, *[0.0] * MAX_SEATS][:MAX_SEATS] for row in values], np.float16)

    decisions = [decision for _, _, decision in rows]
    return Dataset(
        np.stack([d.observation for d in decisions]),
        np.array([len(d.legal) for d in decisions], np.int32),
        np.concatenate([np.array(d.legal, np.int32) for d in decisions]),
        np.concatenate([np.array(d.visits).clip(max=65535).astype(np.uint16) for d in decisions]),
        np.concatenate([np.array(d.priors, np.float16) for d in decisions]),
        pad(d.values for d in decisions),
        pad(d.outcome for d in decisions),
        np.array([seats for _, seats, _ in rows], np.int8),
        np.array([game for game, _, _ in rows], np.int32),
    )


def write_dataset(path: Path, dataset: Dataset) -> None:
    """Write a dataset atomically."""
    partial = path.with_suffix(".new")
    with partial.open("wb") as file:
        np.savez_compressed(
            file, **{COLUMNS.get(f.name, f.name): getattr(dataset, f.name) for f in fields(Dataset)}
        )
    partial.replace(path)


def read_dataset(path: Path) -> Dataset:
    """Read a dataset."""
    with np.load(path, allow_pickle=False) as file:
        return Dataset(**{f.name: file[COLUMNS.get(f.name, f.name)] for f in fields(Dataset)})


def concatenate(datasets: list[Dataset]) -> Dataset:
    """Return all decisions of some datasets."""
    return Dataset(
        **{f.name: np.concatenate([getattr(d, f.name) for d in datasets]) for f in fields(Dataset)}
    )
