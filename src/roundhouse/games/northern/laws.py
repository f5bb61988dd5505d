"""What must hold after every move of Northern Pacific, whatever was played."""

from __future__ import annotations

from roundhouse.games.northern.state import Board, State


def broken(board: Board, before: State | None, words: str, after: State) -> list[str]:
    """Each law that the step from `before` by `words` to `after` breaks, in a sentence."""
    complaints = []
    for city in range(board.cities):
        there = sum(after.small_at[city]) + sum(after.large_at[city])
        if there != after.filled[city]:
            complaints.append(f"city {city} counts {after.filled[city]} cubes and holds {there}")
        if there > board.limit[after.seats]:
            complaints.append(f"city {city} holds {there} cubes, above the limit")
    for seat in range(after.seats):
        large = after.large[seat] + sum(row[seat] for row in after.large_at)
        if large != board.start_large:
            complaints.append(f"seat {seat} has {large} large cubes")
        if before and words.startswith("invest") and _cubes(before, seat) != _cubes(after, seat):
            complaints.append(f"investing changed the cubes of seat {seat}")
    return complaints


def _cubes(s: State, seat: int) -> int:
    on_map = sum(
        small[seat] + large[seat] for small, large in zip(s.small_at, s.large_at, strict=True)
    )
    return s.small[seat] + s.large[seat] + on_map
