"""Grades of puzzles after levels have changed: the lowest level that solves each."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.lab.puzzles.filtering import difficulty
from roundhouse.lab.puzzles.solving import grading_levels, load_puzzle_game, run_tasks
from roundhouse.play.puzzles import Puzzle, PuzzleSet


@dataclass(frozen=True)
class GradingTask:
    """A puzzle to be graded."""

    puzzle: Puzzle
    levels: tuple[str, ...]


def grade_puzzles(
    puzzle_set: PuzzleSet,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, str]:
    """Return the lowest level that solves each puzzle, by the id of the puzzle."""
    tasks = [GradingTask(puzzle, grading_levels(puzzle_set)) for puzzle in puzzle_set.puzzles]
    levels: dict[str, str] = {}
    for puzzle, level in run_tasks(grade_puzzle, tasks, jobs, ray_address):
        levels[puzzle] = level
        if progress:
            progress(len(levels), len(tasks))
    return levels


def grade_puzzle(task: GradingTask) -> tuple[str, str]:
    """Return the id of a puzzle and its level, the same on every machine."""
    game = load_puzzle_game(task.puzzle)
    state = task.puzzle.position(game)
    right = [action for action in state.legal() if task.puzzle.right(game.text(action))]
    level, _ = difficulty(state, right, task.levels, random.Random(f"grade {task.puzzle.id}"))
    return task.puzzle.id, level
