"""Sets of cells as bits: five words of three rows of twenty cells.

A set is a row of five numbers: a field of the state, of the board or of the working memory. Bits
above the sixtieth of a word are never set: every shift is cut by a mask that has none.
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
def has(cells: list[int], cell: int) -> bool:
    word = word_of(cell)
    return ((cells[word] >> (cell - word * WORD)) & 1) == 1


@rule
def put(cells: list[int], cell: int) -> None:
    word = word_of(cell)
    cells[word] |= 1 << (cell - word * WORD)


@rule
def take(cells: list[int], cell: int) -> None:
    word = word_of(cell)
    cells[word] &= ~(1 << (cell - word * WORD))


@rule
def wipe(cells: list[int]) -> None:
    for i in range(WORDS):
        cells[i] = 0


@rule
def fill(cells: list[int], source: list[int]) -> None:
    """The set becomes a copy of `source`."""
    for i in range(WORDS):
        cells[i] = source[i]


@rule
def add(cells: list[int], others: list[int]) -> None:
    for i in range(WORDS):
        cells[i] |= others[i]


@rule
def subtract(cells: list[int], whole: list[int], part: list[int]) -> None:
    """The set becomes what `whole` has and `part` has not."""
    for i in range(WORDS):
        cells[i] = whole[i] & ~part[i]


@rule
def empty(cells: list[int]) -> bool:
    found = 0
    for i in range(WORDS):
        found |= cells[i]
    return found == 0


@rule
def size_of(cells: list[int]) -> int:
    count = 0
    for i in range(WORDS):
        word = cells[i]
        while word != 0:
            word &= word - 1
            count += 1
    return count


@rule
def meet(cells: list[int], others: list[int]) -> bool:
    """Whether two sets have a cell in common."""
    found = 0
    for i in range(WORDS):
        found |= cells[i] & others[i]
    return found != 0


@rule
def beside(source: list[int], target: list[int]) -> None:
    """`target` becomes the orthogonal neighbours of `source` (cells off the board too: cut them).

    The two may be the same set.
    """
    before = 0
    here = source[0]
    for i in range(WORDS):
        after = 0
        if i < WORDS - 1:
            after = source[i + 1]
        target[i] = (
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
def widen(source: list[int], target: list[int]) -> None:
    """`target` becomes `source` with its orthogonal neighbours (cells off the board too)."""
    beside(source, target)
    add(target, source)


@rule
def flood(reached: list[int], edge: list[int], within: list[int]) -> None:
    """Add to `reached` all that can be walked to from its part `edge` inside `within`; the edge is
    empty afterwards.

    Word by word, each until it has nothing more to find: railroads run along the rows.
    """
    again = True
    while again:
        again = False
        for i in range(WORDS):
            here = edge[i]
            if here == 0:
                continue
            edge[i] = 0
            free = within[i] & ~reached[i]
            walked = 0
            while here != 0:
                walked |= here
                free &= ~here
                here = free & (
                    ((here & INNER) << 1) | ((here >> 1) & INNER) | (here << ROW) | (here >> ROW)
                )
            reached[i] |= walked
            if i < WORDS - 1:
                enter(reached, edge, within, i + 1, walked >> UP)
            if i > 0 and enter(reached, edge, within, i - 1, walked << UP):
                again = True


@rule
def enter(reached: list[int], edge: list[int], within: list[int], i: int, cells: int) -> bool:
    """Of those cells in the i-th word, add new ones to `reached` and its edge; says if any."""
    new = cells & within[i] & ~reached[i]
    reached[i] |= new
    edge[i] |= new
    return new != 0


@rule
def flood_until(reached: list[int], edge: list[int], within: list[int], ends: list[int]) -> bool:
    """As `flood`; stops and says so as soon as the edge has a neighbour in `ends`."""
    while True:
        beside(edge, edge)
        found = 0
        hit = 0
        for i in range(WORDS):
            near = edge[i]
            hit |= near & ends[i]
            new = near & within[i] & ~reached[i]
            edge[i] = new
            reached[i] |= new
            found |= new
        if hit != 0:
            return True
        if found == 0:
            return False
