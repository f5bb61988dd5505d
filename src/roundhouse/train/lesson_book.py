"""What a teacher writes down and a network learns from: decisions, in files of many games.

An observation is kept as the whole numbers that it is; legal actions and their visits lie end to
end, for some decisions have two actions and some have hundreds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from roundhouse.core.contract import MOST_SEATS


@dataclass
class Decision:
    """One choice: what the seat saw, what it could do, and what a long look said of each."""

    seen: npt.NDArray[np.int16]
    legal: list[int]
    visits: list[int]
    priors: list[float]  # by the room's own advice
    shares: list[float]  # of the win, as the search had it, from the seat to act on
    seat: int
    won: tuple[float, ...] = ()  # as it came out, from the seat to act on


@dataclass
class Book:
    """Many decisions, column by column."""

    seen: npt.NDArray[np.int16]
    count: npt.NDArray[np.int32]  # legal actions of each
    legal: npt.NDArray[np.int32]  # end to end
    visits: npt.NDArray[np.uint16]  # likewise
    priors: npt.NDArray[np.float16]  # likewise
    shares: npt.NDArray[np.float16]
    won: npt.NDArray[np.float16]
    seats: npt.NDArray[np.int8]
    game: npt.NDArray[np.int32]  # which game it was of: whole games are held back for checking

    def __len__(self) -> int:
        return len(self.seats)


def bind(decisions: list[tuple[int, int, Decision]]) -> Book:
    """A book of (game, seats, decision)."""

    def full(rows: Iterable[Iterable[float]]) -> npt.NDArray[np.float16]:
        return np.array([[*row, *[0.0] * MOST_SEATS][:MOST_SEATS] for row in rows], np.float16)

    told = [decision for _, _, decision in decisions]
    return Book(
        np.stack([d.seen for d in told]),
        np.array([len(d.legal) for d in told], np.int32),
        np.concatenate([np.array(d.legal, np.int32) for d in told]),
        np.concatenate([np.array(d.visits).clip(max=65535).astype(np.uint16) for d in told]),
        np.concatenate([np.array(d.priors, np.float16) for d in told]),
        full(d.shares for d in told),
        full(d.won for d in told),
        np.array([seats for _, seats, _ in decisions], np.int8),
        np.array([game for game, _, _ in decisions], np.int32),
    )


def write(path: Path, book: Book) -> None:
    """Whole or not at all."""
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, **{f.name: getattr(book, f.name) for f in fields(Book)})
    fresh.replace(path)


def read(path: Path) -> Book:
    with np.load(path, allow_pickle=False) as file:
        return Book(**{f.name: file[f.name] for f in fields(Book)})


def join(books: list[Book]) -> Book:
    return Book(
        **{f.name: np.concatenate([getattr(book, f.name) for book in books]) for f in fields(Book)}
    )
