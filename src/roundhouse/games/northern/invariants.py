"""What must hold after every move of Northern Pacific."""

from __future__ import annotations

from roundhouse.games.northern.state import BoardLayout, StateLayout


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that the step by `words` breaks."""
    violations = []
    for city in range(board.cities):
        cubes = sum(after.small_at[city]) + sum(after.large_at[city])
        if cubes != after.filled[city]:
            violations.append(f"city {city} counts {after.filled[city]} cubes and holds {cubes}")
        if cubes > board.limit[after.seats]:
            violations.append(f"city {city} holds {cubes} cubes, above the limit")
    for seat in range(after.seats):
        large = after.large[seat] + sum(row[seat] for row in after.large_at)
        if large != board.start_large:
            violations.append(f"seat {seat} has {large} large cubes")
        if (
            before
            and words.startswith("invest")
            and _count_cubes(before, seat) != _count_cubes(after, seat)
        ):
            violations.append(f"investing changed the cubes of seat {seat}")
    return violations


def _count_cubes(s: StateLayout, seat: int) -> int:
    on_map = sum(
        small[seat] + large[seat] for small, large in zip(s.small_at, s.large_at, strict=True)
    )
    return s.small[seat] + s.large[seat] + on_map
