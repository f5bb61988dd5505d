"""Which level finds a puzzle first, asked anew: levels change, puzzles stay."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.lab.puzzles.sifting import difficulty
from roundhouse.lab.puzzles.solving import game_of, levels_of, worked
from roundhouse.play.puzzles import Puzzle, PuzzleBook


@dataclass(frozen=True)
class Ungraded:
    """A puzzle whose difficulty is asked for."""

    puzzle: Puzzle
    levels: tuple[str, ...]


def grades(
    book: PuzzleBook,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, str]:
    """By puzzle: the lowest level that finds it."""
    asked = [Ungraded(puzzle, levels_of(book)) for puzzle in book.puzzles]
    found: dict[str, str] = {}
    for puzzle, level in worked(graded, asked, jobs, ray_address):
        found[puzzle] = level
        if progress:
            progress(len(found), len(asked))
    return found


def graded(one: Ungraded) -> tuple[str, str]:
    """The puzzle's id, and the level. The same on every machine."""
    game = game_of(one.puzzle)
    state = one.puzzle.position(game)
    right = [action for action in state.legal() if one.puzzle.right(game.text(action))]
    level, _ = difficulty(state, right, one.levels, random.Random(f"grade {one.puzzle.id}"))
    return one.puzzle.id, level
