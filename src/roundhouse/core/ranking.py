"""Ranks from sort keys."""

from __future__ import annotations

from roundhouse.core.rule import rule


@rule
def rank_by_keys(keys: list[int], seats: int, out: list[int]) -> None:
    """Write each seat's rank: the number of seats with a strictly higher key."""
    for seat in range(seats):
        out[seat] = 0
        for other in range(seats):
            if keys[other] > keys[seat]:
                out[seat] += 1
