"""Exponentials, logarithms and powers of our own."""

from __future__ import annotations

import math
import random

import pytest

from roundhouse.core.floats import add_up, exp, log, power, power_of_two

PRECISION = 5e-16  # of a result, relative: two units in the last place
POWER_PRECISION = 2e-14


def test_exp_and_log_are_precise() -> None:
    rng = random.Random(1)
    for _ in range(20_000):
        x = rng.uniform(-700.0, 700.0) * rng.random() ** 4
        assert exp(x) == pytest.approx(math.exp(x), rel=PRECISION, abs=0.0)
        y = math.exp(x)
        assert log(y) == pytest.approx(math.log(y), rel=PRECISION, abs=0.0)


def test_power_is_precise() -> None:
    rng = random.Random(2)
    for _ in range(20_000):
        base, exponent = rng.random(), rng.uniform(0.1, 4.0)
        assert power(base, exponent) == pytest.approx(base**exponent, rel=POWER_PRECISION, abs=0.0)


def test_simple_numbers_are_exact() -> None:
    assert (exp(0.0), log(1.0), power(1.0, 0.7), power(0.0, 0.7)) == (1.0, 0.0, 1.0, 0.0)
    assert exp(-1e6) == 0.0
    assert exp(1e6) == exp(700.0) < math.inf
    assert [power_of_two(n) for n in range(1024)] == [2.0**n for n in range(1024)]


def test_sums_are_added_in_order() -> None:
    assert add_up([1.0, 1e-16, 1e-16]) == 1.0  # `sum` returns more since Python 3.12
    assert add_up([]) == 0.0
