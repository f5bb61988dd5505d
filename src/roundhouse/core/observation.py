"""What a network sees of a position: how a room declares the numbers that its `observe` writes.

`observe(board, s, scratch, seat, out)` writes whole numbers, the same count in the same places
whatever the seats and options, through the eyes of `seat`: seats are counted from it (own first,
then to the left), and nothing is written that the seat may not know. `OBSERVATION` in the room's
`observe.py` says, in the same order, what they are; docs/observations.md is made from it. A
network gets each number times its `scale`, which brings it to about -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from roundhouse.core.rule import rule

MOST = 800  # numbers of an observation


@dataclass(frozen=True)
class Feature:
    """A run of numbers in an observation."""

    name: str
    count: int
    about: str  # what they are, in a sentence; "by seat" means own first, then to the left
    scale: float = 1.0


def size(features: Sequence[Feature]) -> int:
    """How many numbers an observation has."""
    return sum(feature.count for feature in features)


def scales(features: Sequence[Feature]) -> npt.NDArray[np.float32]:
    """The factor of each number."""
    return np.repeat(
        np.array([feature.scale for feature in features], np.float32),
        [feature.count for feature in features],
    )


def places(features: Sequence[Feature]) -> dict[str, tuple[int, int]]:
    """Where each feature begins and ends."""
    found, at = {}, 0
    for feature in features:
        found[feature.name] = (at, at + feature.count)
        at += feature.count
    return found


# What every room writes with. Each writes so many numbers at `at` and says where the next begin.


@rule
def one(out: list[int], at: int, number: int) -> int:
    out[at] = number
    return at + 1


@rule
def one_of(out: list[int], at: int, count: int, which: int) -> int:
    """1 at `which`, 0 elsewhere; all 0 where there is none (below 0, or too high)."""
    for n in range(count):
        out[at + n] = 0
    if 0 <= which < count:
        out[at + which] = 1
    return at + count


@rule
def row(out: list[int], at: int, count: int, values: list[int]) -> int:
    """The first `count` of some numbers."""
    for n in range(count):
        out[at + n] = values[n]
    return at + count


@rule
def by_seat(out: list[int], at: int, count: int, values: list[int], seat: int, seats: int) -> int:
    """A number a seat, own first; 0 for seats that are not taken."""
    for n in range(count):
        out[at + n] = 0
    for n in range(seats):
        out[at + n] = values[(seat + n) % seats]
    return at + count


@rule
def which_seat(out: list[int], at: int, count: int, who: int, seat: int, seats: int) -> int:
    """1 for the seat `who`, own first; all 0 if it is nobody (below 0)."""
    if who < 0:
        return one_of(out, at, count, -1)
    return one_of(out, at, count, (who - seat) % seats)
