"""Checks of puzzles by searches ten times as long as those that made them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.lab.puzzles.filtering import search
from roundhouse.lab.puzzles.solving import (
    SolveRates,
    SolveTask,
    grading_levels,
    load_puzzle_game,
    run_tasks,
    sample_puzzles,
    solve_by_levels,
)
from roundhouse.play.puzzles import Puzzle, PuzzleSet

LENGTH_FACTOR = 10  # compared to the longest search that made the puzzle


@dataclass(frozen=True)
class CheckTask:
    """A puzzle to be checked."""

    puzzle: Puzzle
    iterations: int
    seed: int
    levels: tuple[str, ...]


@dataclass(frozen=True)
class CheckResult:
    """The move of the long search, and how often each level solved the puzzle."""

    puzzle: Puzzle
    move: str
    solved: SolveRates

    @property
    def is_overturned(self) -> bool:
        """Whether the long search plays a move that the puzzle does not accept."""
        return not self.puzzle.right(self.move)


def check(
    puzzle_set: PuzzleSet,
    sample: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[CheckResult, int, int], None] | None = None,
) -> list[CheckResult]:
    """Check a sample of puzzles, drawn by the seed."""
    stored = puzzle_set.parameters
    longest = max(stored.get("longer") or [stored.get("cheap", 8_000)])
    levels = grading_levels(puzzle_set)
    tasks = [
        CheckTask(puzzle, LENGTH_FACTOR * longest, seed, levels)
        for puzzle in sample_puzzles(puzzle_set, sample, seed)
    ]
    results: list[CheckResult] = []
    for result in run_tasks(check_puzzle, tasks, jobs, ray_address):
        results.append(result)
        if progress:
            progress(result, len(results), len(tasks))
    return results


def check_puzzle(task: CheckTask) -> CheckResult:
    """Run a long search of a puzzle with another seed, and let every level try it."""
    puzzle = task.puzzle
    game = load_puzzle_game(puzzle)
    rng = random.Random(f"check {puzzle.id} {task.seed}")
    result = search(puzzle.position(game), task.iterations, rng, stop_when_decided=True)
    move = game.text(result.best)
    return CheckResult(puzzle, move, solve_by_levels(SolveTask(puzzle, task.seed, task.levels)))
