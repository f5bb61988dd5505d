"""Ranks from keys: who stands before whom, ties equal."""

from __future__ import annotations

from roundhouse.core.rule import rule


@rule
def rank_by_keys(keys: list[int], seats: int, out: list[int]) -> None:
    """Write each seat's rank: 0 for the highest key; as many as are strictly above it."""
    for seat in range(seats):
        out[seat] = 0
        for other in range(seats):
            if keys[other] > keys[seat]:
                out[seat] += 1
