from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.game import Game
from roundhouse.core.rng import below, next_word, seed
from roundhouse.core.rule import COMPILED


def draw_words(number: int, stream: int, count: int) -> list[int]:
    rng = [0] * 4
    seed(rng, number, stream)
    return [next_word(rng) for _ in range(count)]


def reference_words(number: int, stream: int, count: int) -> list[int]:
    """Reference implementation of sfc32 in 32-bit arithmetic."""
    a, b, c = (np.array([n & 0xFFFFFFFF], np.uint32) for n in (number, number >> 32, stream))
    counter = np.array([1], np.uint32)
    results = []
    for _ in range(15 + count):
        word = a + b + counter
        counter = counter + np.uint32(1)
        a = b ^ (b >> np.uint32(9))
        b = c + (c << np.uint32(3))
        c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + word
        results.append(int(word[0]))
    return results[15:]


@given(st.integers(0, 2**62 - 1), st.integers(0, 2**32 - 1))
def test_generator_is_sfc32(number: int, stream: int) -> None:
    assert draw_words(number, stream, 20) == reference_words(number, stream, 20)


def test_streams_of_a_seed_differ() -> None:
    assert draw_words(1, 0, 5) != draw_words(1, 1, 5)


@given(st.integers(0, 2**62 - 1), st.integers(0, 2**31))
def test_words_have_32_bits(number: int, stream: int) -> None:
    assert all(0 <= word < 2**32 for word in draw_words(number, stream, 20))


@given(st.integers(0, 2**62 - 1), st.integers(1, 2**31 - 1))
def test_below_stays_below_its_bound(number: int, n: int) -> None:
    rng = [0] * 4
    seed(rng, number, 0)
    assert all(0 <= below(rng, n) < n for _ in range(10))


def test_below_is_uniform() -> None:
    rng = [0] * 4
    seed(rng, 3, 0)
    counts = Counter(below(rng, 6) for _ in range(6000))
    assert min(counts.values()) > 900
    assert max(counts.values()) < 1100


@pytest.mark.slow
@pytest.mark.jit
def test_both_speeds_draw_the_same_words(northern: Game) -> None:
    games = northern, northern.at_speed(COMPILED)
    slow, fast = (game.engine.generator(12345, 6) for game in games)
    draw_slow, draw_fast = (game.engine.bind(next_word) for game in games)
    assert [draw_slow(slow) for _ in range(100)] == [int(draw_fast(fast)) for _ in range(100)]
