"""Iterate over a set of cells, for views and invariants.

Rules use `rules/grid.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundhouse.games.rails.state import WORD


def cells_of(words: Sequence[int]) -> Iterator[int]:
    """Yield the cells of a set in ascending order."""
    for number, word in enumerate(words):
        left = word
        while left:
            lowest = left & -left
            yield number * WORD + lowest.bit_length() - 1
            left ^= lowest
