"""What actions are made of.

A flat table of actions would be larger than the rest of the network and would learn each action by
itself. So an action's vector is a sum: of its verb, and of each of its arguments. Numbers are the
same number after every verb; other arguments mean something else after another verb.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from roundhouse.core.codec import Codec

NONE = 0  # the factor of what is not there: always the vector 0


@dataclass(frozen=True)
class Factors:
    """`table[action]` are the factors of an action, filled up with NONE; `count` are there in
    all."""

    table: npt.NDArray[np.int32]
    count: int


def factors(codec: Codec) -> Factors:
    """The factors of every action that has words, from its words alone."""
    known: dict[tuple[str, ...], int] = {}
    rows: list[list[int]] = [[] for _ in range(codec.size)]
    for action in codec.actions():
        verb, *rest = codec.text(action).split()
        row = [known.setdefault((verb,), len(known) + 1)]
        for place, word in enumerate(rest):
            key = ("number", word) if word.isdigit() else (verb, str(place), word)
            row.append(known.setdefault(key, len(known) + 1))
        rows[action] = row
    width = max(map(len, rows))
    table = np.full((codec.size, width), NONE, np.int32)
    for action, row in enumerate(rows):
        table[action, : len(row)] = row
    return Factors(table, len(known) + 1)
