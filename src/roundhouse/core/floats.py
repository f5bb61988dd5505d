"""Exponentials, logarithms, powers and sums with the same bits everywhere.

C libraries differ in the last digit of these functions, even on one machine: some use instructions
that not every processor has. A search turns such a digit into another move. Sums, products and
quotients are exact by IEEE 754, so these functions consist of them. The error is a few units in the
last place.
"""

from __future__ import annotations

from collections.abc import Iterable

from roundhouse.core.rule import rule

LOG2_E = 1.4426950408889634
# The logarithm of 2 in two parts. The first has few digits, so multiples of it are exact.
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
MAX_EXPONENT = 700.0  # of `exp`; the result is below the largest number
ROUND = 1024.5  # makes a number of this size positive, so that `int` rounds it to the nearest
SQRT_HALF = 0.7071067811865476


@rule
def exp(x: float) -> float:
    """Return e to the power of x, from -MAX_EXPONENT to MAX_EXPONENT; 0 below that."""
    if x < -MAX_EXPONENT:
        return 0.0
    x = min(x, MAX_EXPONENT)
    # x = shift * ln 2 + rest; the rest is at most half of ln 2.
    shift = int(x * LOG2_E + ROUND) - 1024
    rest = x - shift * LN2_HIGH - shift * LN2_LOW
    square = rest * rest
    # The Padé approximant of degree 6.
    even = 665280.0 + square * (75600.0 + square * (840.0 + square))
    odd = rest * (332640.0 + square * (10080.0 + square * 42.0))
    result = (even + odd) / (even - odd)
    if shift < 0:
        return result / power_of_two(-shift)
    return result * power_of_two(shift)


@rule
def power_of_two(n: int) -> float:
    """Return 2 to the power of n, from 0 to 1023."""
    result = 1.0
    if n & 1:
        result = 2.0
    if n & 2:
        result *= 4.0
    if n & 4:
        result *= 16.0
    if n & 8:
        result *= 256.0
    if n & 16:
        result *= 65536.0
    if n >= 32:
        for _ in range(n >> 5):
            result *= 4294967296.0
    return result


@rule
def log(x: float) -> float:
    """Return the natural logarithm of x, a positive number."""
    # x = mantissa * 2 ** shift; the mantissa is from SQRT_HALF to twice that.
    mantissa = x + 0.0
    shift = 0
    while mantissa < 1e-9:
        mantissa *= 4294967296.0
        shift -= 32
    while mantissa > 1e9:
        mantissa /= 4294967296.0
        shift += 32
    while mantissa < SQRT_HALF:
        mantissa *= 2.0
        shift -= 1
    while mantissa > 2.0 * SQRT_HALF:
        mantissa /= 2.0
        shift += 1
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    # The logarithm is 2 * (ratio + ratio ** 3 / 3 + ratio ** 5 / 5 ...).
    total = 0.0
    for n in range(19, 0, -2):
        total = total * square + 1.0 / n
    return shift * LN2_LOW + 2.0 * ratio * total + shift * LN2_HIGH


@rule
def power(base: float, exponent: float) -> float:
    """Return a number that is not negative to a positive power."""
    if base <= 0.0:
        return 0.0
    return exp(exponent * log(base))


def add_up(numbers: Iterable[float]) -> float:
    """Return the sum of numbers in order; `sum` rounds differently since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total
