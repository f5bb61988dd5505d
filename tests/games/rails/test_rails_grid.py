"""Sets of cells as bits, against sets of numbers."""

from __future__ import annotations

import random

import pytest

from roundhouse import load
from roundhouse.games.rails.rules.grid import (
    add,
    beside,
    empty,
    flood,
    flood_until,
    has,
    meet,
    put,
    size_of,
    subtract,
    take,
    widen,
)
from roundhouse.games.rails.state import CELLS, WORDS

NEAR = [{n for n in row if n >= 0} for row in load("rails", speed="interpreted").board.near]


def bits(cells: set[int]) -> list[int]:
    words = [0] * WORDS
    for cell in cells:
        put(words, cell)
    return words


def read(words: list[int]) -> set[int]:
    return {cell for cell in range(CELLS) if has(words, cell)}


def around(cells: set[int]) -> set[int]:
    return {there for cell in cells for there in NEAR[cell]}


@pytest.mark.parametrize("seed", range(30))
def test_sets_grow_as_sets_of_numbers_do(seed: int) -> None:
    rng = random.Random(seed)
    part = rng.uniform(0.3, 0.9)
    ground = {cell for cell in range(CELLS) if rng.random() < part}
    start = set(rng.sample(sorted(ground), rng.randint(1, 3)))
    ends = set(rng.sample(range(CELLS), 2)) - ground
    found = bits(set())
    beside(bits(start), found)
    assert read(found) == around(start)
    widen(bits(start), found)
    assert read(found) == start | around(start)

    reached, edge = set(start), set(start)
    while edge:
        edge = around(edge) & ground - reached
        reached |= edge
    found, left = bits(start), bits(start)
    flood(found, left, bits(ground))
    assert read(found) == reached
    assert empty(left)

    hit = flood_until(bits(start), bits(start), bits(ground), bits(ends))
    assert hit == bool(around(reached) & ends)


def test_sets_are_added_and_subtracted_and_counted() -> None:
    rng = random.Random(1)
    one, two = (set(rng.sample(range(CELLS), 90)) for _ in range(2))
    assert size_of(bits(one)) == 90
    assert meet(bits(one), bits(two)) == bool(one & two)
    words = bits(one)
    add(words, bits(two))
    assert read(words) == one | two
    subtract(words, bits(one), bits(two))
    assert read(words) == one - two
    take(words, min(one - two))
    assert read(words) == one - two - {min(one - two)}
