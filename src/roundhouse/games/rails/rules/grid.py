"""Sets of cells as bits: five words of three rows of twenty cells.

A set lies in a buffer of numbers at an offset, so that the same functions work on a field of the
record and on scratch. Bits above the sixtieth of a word are never set: every shift is cut by
a mask that has none.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.state import WORD, WORDS

ROW = 20
UP = WORD - ROW  # from the last row of a word to the first
INNER = (1 << WORD) - 1 - sum(1 << (ROW * row + ROW - 1) for row in range(3))  # not the last column


@rule
def word_of(cell: int) -> int:
    """cell // WORD for the cells there are, without a division: this is asked all the time."""
    return cell * 1093 >> 16


@rule
def has(words: list[int], at: int, cell: int) -> bool:
    word = word_of(cell)
    return ((words[at + word] >> (cell - word * WORD)) & 1) == 1


@rule
def put(words: list[int], at: int, cell: int) -> None:
    word = word_of(cell)
    words[at + word] |= 1 << (cell - word * WORD)


@rule
def take(words: list[int], at: int, cell: int) -> None:
    word = word_of(cell)
    words[at + word] &= ~(1 << (cell - word * WORD))


@rule
def wipe(words: list[int], at: int) -> None:
    for i in range(WORDS):
        words[at + i] = 0


@rule
def move(words: list[int], at: int, source: int) -> None:
    """The set at `at` becomes a copy of the one at `source`."""
    for i in range(WORDS):
        words[at + i] = words[source + i]


@rule
def empty(words: list[int], at: int) -> bool:
    found = 0
    for i in range(WORDS):
        found |= words[at + i]
    return found == 0


@rule
def meet(words: list[int], at: int, other: int) -> bool:
    """Whether two sets have a cell in common."""
    found = 0
    for i in range(WORDS):
        found |= words[at + i] & words[other + i]
    return found != 0


@rule
def beside(words: list[int], source: int, target: int) -> None:
    """`target` becomes the orthogonal neighbours of `source` (cells off the board too: cut them).

    The two may be the same set.
    """
    before = 0
    here = words[source]
    for i in range(WORDS):
        after = 0
        if i < WORDS - 1:
            after = words[source + i + 1]
        words[target + i] = (
            ((here & INNER) << 1)
            | ((here >> 1) & INNER)
            | (here << ROW)
            | (here >> ROW)
            | (before >> UP)
            | (after << UP)
        )
        before = here
        here = after


@rule
def widen(words: list[int], source: int, target: int) -> None:
    """`target` becomes `source` with its orthogonal neighbours (cells off the board too)."""
    beside(words, source, target)
    for i in range(WORDS):
        words[target + i] |= words[source + i]


@rule
def flood(words: list[int], reached: int, edge: int, within: int) -> None:
    """Add to `reached` all that can be walked to from its part `edge` inside `within`; the edge is
    empty afterwards.

    Word by word, each until it has nothing more to find: railroads run along the rows.
    """
    again = True
    while again:
        again = False
        for i in range(WORDS):
            here = words[edge + i]
            if here == 0:
                continue
            words[edge + i] = 0
            free = words[within + i] & ~words[reached + i]
            walked = 0
            while here != 0:
                walked |= here
                free &= ~here
                here = free & (
                    ((here & INNER) << 1) | ((here >> 1) & INNER) | (here << ROW) | (here >> ROW)
                )
            words[reached + i] |= walked
            if i < WORDS - 1:
                enter(words, reached, edge, within, i + 1, walked >> UP)
            if i > 0 and enter(words, reached, edge, within, i - 1, walked << UP):
                again = True


@rule
def enter(words: list[int], reached: int, edge: int, within: int, i: int, cells: int) -> bool:
    """Of those cells in the i-th word, add new ones to `reached` and its edge; says if any."""
    new = cells & words[within + i] & ~words[reached + i]
    words[reached + i] |= new
    words[edge + i] |= new
    return new != 0


@rule
def flood_until(words: list[int], reached: int, edge: int, within: int, ends: int) -> bool:
    """As `flood`; stops and says so as soon as the edge has a neighbour in `ends`."""
    while True:
        beside(words, edge, edge)
        found = 0
        hit = 0
        for i in range(WORDS):
            near = words[edge + i]
            hit |= near & words[ends + i]
            new = near & words[within + i] & ~words[reached + i]
            words[edge + i] = new
            words[reached + i] |= new
            found |= new
        if hit != 0:
            return True
        if found == 0:
            return False
