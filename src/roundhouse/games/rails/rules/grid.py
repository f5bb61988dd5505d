"""Sets of cells as bitmaps: five words of three rows of twenty cells.

A set is a list of five numbers in the state, board or scratch memory. Only the low 60 bits of a
word are used: masks remove the rest after each shift.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.state import WORD, WORDS

ROW = 20
UP = WORD - ROW  # shift between the last row of a word and the first
# All columns but the last.
INNER = (1 << WORD) - 1 - sum(1 << (ROW * row + ROW - 1) for row in range(3))


@rule
def word_of(cell: int) -> int:
    """Return `cell // WORD` without a division, for speed."""
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
    """Copy `source` into a set."""
    for i in range(WORDS):
        cells[i] = source[i]


@rule
def add(cells: list[int], others: list[int]) -> None:
    for i in range(WORDS):
        cells[i] |= others[i]


@rule
def subtract(cells: list[int], whole: list[int], part: list[int]) -> None:
    """Set `cells` to `whole` without `part`."""
    for i in range(WORDS):
        cells[i] = whole[i] & ~part[i]


@rule
def is_empty(cells: list[int]) -> bool:
    bits = 0
    for i in range(WORDS):
        bits |= cells[i]
    return bits == 0


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
def intersects(cells: list[int], others: list[int]) -> bool:
    """Return whether two sets have a cell in common."""
    bits = 0
    for i in range(WORDS):
        bits |= cells[i] & others[i]
    return bits != 0


@rule
def fill_neighbours(source: list[int], target: list[int]) -> None:
    """Set `target` to the orthogonal neighbours of `source`; both may be one set.

    The result can include cells off the board. Callers mask them.
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
    """Set `target` to `source` and its neighbours, including cells off the board."""
    fill_neighbours(source, target)
    add(target, source)


@rule
def flood(reached: list[int], edge: list[int], within: list[int]) -> None:
    """Add cells reachable from `edge` inside `within` to `reached`; empty `edge`.

    Each word is exhausted before the next, because railroads mostly run along rows.
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
    """Add new cells of the i-th word to `reached` and `edge`; return if any is new."""
    new = cells & within[i] & ~reached[i]
    reached[i] |= new
    edge[i] |= new
    return new != 0


@rule
def flood_until(reached: list[int], edge: list[int], within: list[int], ends: list[int]) -> bool:
    """Flood until the edge has a neighbour in `ends`; return whether it has one."""
    while True:
        fill_neighbours(edge, edge)
        bits = 0
        hit = 0
        for i in range(WORDS):
            near = edge[i]
            hit |= near & ends[i]
            new = near & within[i] & ~reached[i]
            edge[i] = new
            reached[i] |= new
            bits |= new
        if hit != 0:
            return True
        if bits == 0:
            return False
