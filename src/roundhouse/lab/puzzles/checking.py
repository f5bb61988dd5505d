"""Doubting puzzles: a search ten times as long as the longest that made them looks at a sample."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.lab.puzzles.sifting import search
from roundhouse.lab.puzzles.solving import Solved, Trial, attempt, drawn, game_of, levels_of, worked
from roundhouse.play.puzzles import Puzzle, PuzzleBook

TIMES = 10  # as long as the longest search that made the puzzle


@dataclass(frozen=True)
class Doubt:
    """A puzzle to be looked at again."""

    puzzle: Puzzle
    iterations: int
    seed: int
    levels: tuple[str, ...]


@dataclass(frozen=True)
class Doubted:
    """What came of it: the move the long search would play, and how each level did."""

    puzzle: Puzzle
    move: str
    solved: Solved

    @property
    def overturned(self) -> bool:
        return not self.puzzle.right(self.move)


def check(
    book: PuzzleBook,
    sample: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[Doubted, int, int], None] | None = None,
) -> list[Doubted]:
    """Look at a sample of a book again, drawn by the seed."""
    longest = max(book.parameters.get("longer") or [book.parameters.get("cheap", 8_000)])
    names = levels_of(book)
    doubts = [Doubt(puzzle, TIMES * longest, seed, names) for puzzle in drawn(book, sample, seed)]
    done: list[Doubted] = []
    for one in worked(doubt, doubts, jobs, ray_address):
        done.append(one)
        if progress:
            progress(one, len(done), len(doubts))
    return done


def doubt(one: Doubt) -> Doubted:
    """Search once more, for long, with another seed; and let every level try."""
    puzzle = one.puzzle
    game = game_of(puzzle)
    rng = random.Random(f"check {puzzle.id} {one.seed}")
    found = search(puzzle.position(game), one.iterations, rng, settle=True)
    move = game.text(found.best)
    return Doubted(puzzle, move, attempt(Trial(puzzle, one.seed, one.levels)))
