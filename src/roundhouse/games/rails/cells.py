"""The cells of a set, for views and laws; rules ask cell by cell (rules/grid.py)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roundhouse.games.rails.state import WORD


def cells_of(words: Sequence[int]) -> Iterator[int]:
    """In order. Few bits of many are set, and every view asks: only those are looked at."""
    for number, word in enumerate(words):
        left = word
        while left:
            lowest = left & -left
            yield number * WORD + lowest.bit_length() - 1
            left ^= lowest
