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

FEWEST, MOST = 256, 800  # numbers of an observation


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
