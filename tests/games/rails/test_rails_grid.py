"""Sets of cells as bits, against sets of numbers."""

from __future__ import annotations

import random

import pytest

from roundhouse import load
from roundhouse.games.rails.rules.grid import beside, flood, flood_until, has, put, widen
from roundhouse.games.rails.state import CELLS, WORDS

A, B, C, D = (n * WORDS for n in range(4))
NEAR = [{n for n in row if n >= 0} for row in load("rails", speed="interpreted").board.near]


def write(words: list[int], at: int, cells: set[int]) -> None:
    for cell in cells:
        put(words, at, cell)


def read(words: list[int], at: int) -> set[int]:
    return {cell for cell in range(CELLS) if has(words, at, cell)}


def around(cells: set[int]) -> set[int]:
    return {there for cell in cells for there in NEAR[cell]}


@pytest.mark.parametrize("seed", range(30))
def test_sets_grow_as_sets_of_numbers_do(seed: int) -> None:
    rng = random.Random(seed)
    part = rng.uniform(0.3, 0.9)
    ground = {cell for cell in range(CELLS) if rng.random() < part}
    start = set(rng.sample(sorted(ground), rng.randint(1, 3)))
    ends = set(rng.sample(range(CELLS), 2)) - ground
    words = [0] * (4 * WORDS)
    write(words, A, start)
    beside(words, A, B)
    assert read(words, B) == around(start)
    widen(words, A, B)
    assert read(words, B) == start | around(start)

    reached, edge = set(start), set(start)
    while edge:
        edge = around(edge) & ground - reached
        reached |= edge
    words = [0] * (4 * WORDS)
    for at in (A, B):
        write(words, at, start)
    write(words, C, ground)
    flood(words, A, B, C)
    assert read(words, A) == reached
    assert not read(words, B)

    words = [0] * (4 * WORDS)
    for at in (A, B):
        write(words, at, start)
    write(words, C, ground)
    write(words, D, ends)
    assert flood_until(words, A, B, C, D) == bool(around(reached) & ends)
