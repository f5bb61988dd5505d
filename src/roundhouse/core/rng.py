"""The random generator sfc32, with the same numbers at every speed.

Its state is four words in a list or array. Every value stays below 2**45, so that Python integers
and compiled 64-bit integers agree.
"""

from __future__ import annotations

from roundhouse.core.rule import rule

WORDS = 4
MASK = 0xFFFFFFFF
SEED_MASK = 2**62 - 1


@rule
def next_word(rng: list[int]) -> int:
    """Return the next 32 bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + ((c << 3) & MASK)) & MASK
    rng[2] = ((((c << 21) & MASK) | (c >> 11)) + word) & MASK
    rng[3] = (counter + 1) & MASK
    return word


@rule
def seed(rng: list[int], number: int, stream: int) -> None:
    """Seed the generator; each stream of a number is an independent sequence."""
    rng[0] = number & MASK
    rng[1] = (number >> 32) & MASK
    rng[2] = stream & MASK
    rng[3] = 1
    for _ in range(15):
        next_word(rng)


@rule
def below(rng: list[int], n: int) -> int:
    """Return a uniform number from 0 to n - 1, for n below 2**31."""
    return (next_word(rng) * n) >> 32
