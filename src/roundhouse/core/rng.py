"""Random numbers that are the same at every speed: sfc32, four words in a list or array.

Every value stays below 2**45, so that the interpreter's integers and the compiler's 64 bits agree.
"""

from __future__ import annotations

from roundhouse.core.rule import rule

WORDS = 4
MASK = 0xFFFFFFFF


@rule
def next_word(rng: list[int]) -> int:
    """The next 32 bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + ((c << 3) & MASK)) & MASK
    rng[2] = ((((c << 21) & MASK) | (c >> 11)) + word) & MASK
    rng[3] = (counter + 1) & MASK
    return word


@rule
def seed(rng: list[int], number: int, stream: int) -> None:
    """Start at `number`; each stream of a number is a sequence of its own."""
    rng[0] = number & MASK
    rng[1] = (number >> 32) & MASK
    rng[2] = stream & MASK
    rng[3] = 1
    for _ in range(15):
        next_word(rng)


@rule
def below(rng: list[int], n: int) -> int:
    """An even draw from 0 to n - 1, for n below 2**31."""
    return (next_word(rng) * n) >> 32
