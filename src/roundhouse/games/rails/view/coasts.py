"""How near the coasts are to being joined."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.rails.rules.grid import INNER, ROW
from roundhouse.games.rails.state import WORD, WORDS, BoardLayout, StateLayout


def count_missing_tiles(board: BoardLayout, s: StateLayout) -> int | None:
    """Return the fewest tiles that would join the coasts, or None if nothing can.

    Cities cost nothing, although an unconnected one must still be connected.
    """
    firm, east = _join_words(board.firm), _join_words(board.east)
    free = _join_words(s.track) | _join_words(board.gates)
    for cell, city in enumerate(board.city_at):
        if city >= 0:
            free |= 1 << cell
    reached, tiles = _join_words(board.west), 0
    while True:
        new = reached
        while new:
            new = _neighbours(new) & free & ~reached
            reached |= new
        if reached & east:
            return tiles
        new = _neighbours(reached) & firm & ~reached
        if not new:
            return None
        reached |= new
        tiles += 1


def _join_words(words: Sequence[int]) -> int:
    """Return a set of cells as one number."""
    return sum(word << (WORD * n) for n, word in enumerate(words))


_INNER = _join_words([INNER] * WORDS)


def _neighbours(cells: int) -> int:
    return ((cells & _INNER) << 1) | ((cells >> 1) & _INNER) | (cells << ROW) | (cells >> ROW)
