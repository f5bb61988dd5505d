"""How often each level solves puzzles, and the lowest level that solves each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol, TypeVar

from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.warm_up import warm_up_bots
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.lab.pool import cores, run_in_processes, run_on_ray
from roundhouse.lab.puzzles.filtering import difficulty
from roundhouse.play import registry
from roundhouse.play.perspective import determinize
from roundhouse.play.puzzles import Puzzle, PuzzleSet

TRIES = 4  # of each level at a puzzle

SolveRates = dict[str, float]  # by level: the share of tries that were right


class PuzzleTask(Protocol):
    """A task for one puzzle."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""


A = TypeVar("A", bound=PuzzleTask)
R = TypeVar("R")


@dataclass(frozen=True)
class SolveTask:
    """A puzzle for these levels to try."""

    puzzle: Puzzle
    seed: int
    levels: tuple[str, ...]


def measure_rates(
    puzzle_set: PuzzleSet,
    sample: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[SolveRates]:
    """Let every level try a sample of puzzles, drawn by the seed."""
    levels = grading_levels(puzzle_set)
    puzzles = sample_puzzles(puzzle_set, sample, seed)
    tasks = [SolveTask(puzzle, seed, levels) for puzzle in puzzles]
    results: list[SolveRates] = []
    for rates in run_tasks(solve_by_levels, tasks, jobs, ray_address):
        results.append(rates)
        if progress:
            progress(len(results), len(tasks))
    return results


def mean_rates(rates: Sequence[SolveRates]) -> dict[str, float]:
    """Return the mean over all puzzles, by level."""
    return {name: sum(row[name] for row in rates) / len(rates) for name in rates[0]}


def sample_puzzles(puzzle_set: PuzzleSet, sample: int, seed: int) -> list[Puzzle]:
    """Return a random sample of puzzles."""
    return random.Random(seed).sample(puzzle_set.puzzles, min(sample, len(puzzle_set.puzzles)))


def grading_levels(puzzle_set: PuzzleSet) -> tuple[str, ...]:
    """Return the levels that graded the puzzles, weakest first."""
    return tuple(puzzle_set.parameters.get("levels", LEVELS))


def run_tasks(
    work: Callable[[A], R], tasks: Sequence[A], jobs: int, ray_address: str | None
) -> Iterator[R]:
    """Yield the result of `work` for each task, in parallel."""
    if ray_address is not None:
        yield from run_on_ray(work, tasks, ray_address)
        return
    if tasks:
        warm_up_bots(load_puzzle_game(tasks[0].puzzle))  # fills the compile cache for processes
    with closing(run_in_processes(work, tasks, min(jobs or cores(), len(tasks)))) as results:
        yield from results


def solve_by_levels(task: SolveTask) -> SolveRates:
    """Return how often each level solves a puzzle from the acting seat's perspective."""
    state = task.puzzle.position(load_puzzle_game(task.puzzle))
    rng = random.Random(f"solve {task.puzzle.id} {task.seed}")
    return {name: _solve_rate(task.puzzle, state, name, rng) for name in task.levels}


def _solve_rate(puzzle: Puzzle, state: State, name: str, rng: random.Random) -> float:
    game, right = state.game, 0
    for _ in range(TRIES):
        bot = LevelBot(
            LEVELS[name].for_game(game.definition), game, random.Random(rng.getrandbits(60))
        )
        chosen = bot.choose(determinize(state, state.turn, rng))
        right += puzzle.right(game.text(chosen))
    return right / TRIES


def load_puzzle_game(puzzle: Puzzle) -> Game:
    """Return the game of a puzzle."""
    record = puzzle.record
    options = tuple(sorted(record.options.items()))
    return registry.open_cached(record.game, options, rules=record.rules)


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
