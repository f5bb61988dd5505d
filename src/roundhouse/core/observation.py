"""Observations: the numbers that a network gets for a state.

A game's `observe(board, s, scratch, seat, out)` writes integers from the point of view of `seat`:

- The layout is the same for every number of seats and every option.
- Values by seat start with the own seat and continue clockwise.
- Nothing is written that the seat may not know.

`OBSERVATION` in the game's `observe.py` describes the numbers in order; see
`docs/reference/observations.md`. A network gets each number times its `scale`, which is about -1
to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundhouse.core.rule import rule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_OBSERVATION_SIZE = 800


@dataclass(frozen=True)
class Feature:
    """Consecutive numbers of an observation."""

    name: str
    count: int
    about: str  # their meaning in a sentence; "by seat": own seat first, then clockwise
    scale: float = 1.0


def size(features: Sequence[Feature]) -> int:
    """Return the number of values in an observation."""
    return sum(feature.count for feature in features)


def scales(features: Sequence[Feature]) -> npt.NDArray[np.float32]:
    """Return the factor of each number; needs NumPy."""
    import numpy as np

    return np.repeat(
        np.array([feature.scale for feature in features], np.float32),
        [feature.count for feature in features],
    )


def places(features: Sequence[Feature]) -> dict[str, tuple[int, int]]:
    """Return the first index and the end index of each feature."""
    ranges, at = {}, 0
    for feature in features:
        ranges[feature.name] = (at, at + feature.count)
        at += feature.count
    return ranges


# Writers for `observe`. Each writes numbers at index `at` and returns the next free index.


@rule
def one(out: list[int], at: int, number: int) -> int:
    """Write one number."""
    out[at] = number
    return at + 1


@rule
def one_of(out: list[int], at: int, count: int, which: int) -> int:
    """Write a one-hot vector; all zeros if `which` is out of range."""
    for n in range(count):
        out[at + n] = 0
    if 0 <= which < count:
        out[at + which] = 1
    return at + count


@rule
def row(out: list[int], at: int, count: int, values: list[int]) -> int:
    """Write the first `count` values."""
    for n in range(count):
        out[at + n] = values[n]
    return at + count


@rule
def by_seat(out: list[int], at: int, count: int, values: list[int], seat: int, seats: int) -> int:
    """Write a value for each seat, own seat first; 0 for unused seats."""
    for n in range(count):
        out[at + n] = 0
    for n in range(seats):
        out[at + n] = values[(seat + n) % seats]
    return at + count


@rule
def which_seat(out: list[int], at: int, count: int, who: int, seat: int, seats: int) -> int:
    """Write a one-hot seat, own seat first; all zeros if `who` is negative."""
    if who < 0:
        return one_of(out, at, count, -1)
    return one_of(out, at, count, (who - seat) % seats)
