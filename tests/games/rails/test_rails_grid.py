"""Cell bitmaps compared with Python sets."""

from __future__ import annotations

import random

import pytest

from roundhouse import load
from roundhouse.games.rails.rules.grid import (
    add,
    fill_neighbours,
    flood,
    flood_until,
    has,
    intersects,
    is_empty,
    put,
    size_of,
    subtract,
    take,
    widen,
)
from roundhouse.games.rails.state import CELLS, WORDS

NEIGHBOURS = [{n for n in row if n >= 0} for row in load("rails", speed="interpreted").board.near]


def to_bits(cells: set[int]) -> list[int]:
    words = [0] * WORDS
    for cell in cells:
        put(words, cell)
    return words


def to_cells(words: list[int]) -> set[int]:
    return {cell for cell in range(CELLS) if has(words, cell)}


def neighbours_of(cells: set[int]) -> set[int]:
    return {neighbour for cell in cells for neighbour in NEIGHBOURS[cell]}


@pytest.mark.parametrize("seed", range(30))
def test_flood_fill_matches_python_sets(seed: int) -> None:
    rng = random.Random(seed)
    density = rng.uniform(0.3, 0.9)
    ground = {cell for cell in range(CELLS) if rng.random() < density}
    start = set(rng.sample(sorted(ground), rng.randint(1, 3)))
    ends = set(rng.sample(range(CELLS), 2)) - ground
    result = to_bits(set())
    fill_neighbours(to_bits(start), result)
    assert to_cells(result) == neighbours_of(start)
    widen(to_bits(start), result)
    assert to_cells(result) == start | neighbours_of(start)

    reached, edge = set(start), set(start)
    while edge:
        edge = neighbours_of(edge) & ground - reached
        reached |= edge
    result, frontier = to_bits(start), to_bits(start)
    flood(result, frontier, to_bits(ground))
    assert to_cells(result) == reached
    assert is_empty(frontier)

    is_hit = flood_until(to_bits(start), to_bits(start), to_bits(ground), to_bits(ends))
    assert is_hit == bool(neighbours_of(reached) & ends)


def test_add_subtract_and_count() -> None:
    rng = random.Random(1)
    first, second = (set(rng.sample(range(CELLS), 90)) for _ in range(2))
    assert size_of(to_bits(first)) == 90
    assert intersects(to_bits(first), to_bits(second)) == bool(first & second)
    words = to_bits(first)
    add(words, to_bits(second))
    assert to_cells(words) == first | second
    subtract(words, to_bits(first), to_bits(second))
    assert to_cells(words) == first - second
    take(words, min(first - second))
    assert to_cells(words) == first - second - {min(first - second)}
