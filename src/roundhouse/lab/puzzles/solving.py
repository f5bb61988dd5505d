"""How often each level solves puzzles, slips and all: the share should rise with the level."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from roundhouse.bots.compile_ahead import compile_bots
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.core.game import Game, Position
from roundhouse.lab.pool import cores, in_processes, on_ray
from roundhouse.play import registry
from roundhouse.play.perspective import imagine
from roundhouse.play.puzzles import Puzzle, PuzzleBook

TRIES = 4  # of each level at a puzzle

Solved = dict[str, float]  # by level: the share of its tries that were right


class AboutAPuzzle(Protocol):
    """A piece of work."""

    @property
    def puzzle(self) -> Puzzle: ...


A = TypeVar("A", bound=AboutAPuzzle)
R = TypeVar("R")


@dataclass(frozen=True)
class Trial:
    """A puzzle that these levels are to try."""

    puzzle: Puzzle
    seed: int
    levels: tuple[str, ...]


def solving(
    book: PuzzleBook,
    sample: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Solved]:
    """Let every level try a sample of a book, drawn by the seed."""
    trials = [Trial(puzzle, seed, levels_of(book)) for puzzle in drawn(book, sample, seed)]
    done: list[Solved] = []
    for one in worked(attempt, trials, jobs, ray_address):
        done.append(one)
        if progress:
            progress(len(done), len(trials))
    return done


def shares(found: Sequence[Solved]) -> dict[str, float]:
    """Over all puzzles: the share of its tries that each level had right."""
    return {name: sum(one[name] for one in found) / len(found) for name in found[0]}


def drawn(book: PuzzleBook, sample: int, seed: int) -> list[Puzzle]:
    return random.Random(seed).sample(book.puzzles, min(sample, len(book.puzzles)))


def levels_of(book: PuzzleBook) -> tuple[str, ...]:
    """The levels that a book's difficulties are named by, weakest first."""
    return tuple(book.parameters.get("levels", LEVELS))


def worked(
    work: Callable[[A], R], pieces: Sequence[A], jobs: int, ray_address: str | None
) -> Iterator[R]:
    """What `work` makes of each piece, side by side."""
    if ray_address is not None:
        yield from on_ray(work, pieces, ray_address)
        return
    if pieces:
        compile_bots(game_of(pieces[0].puzzle))  # once, not in every process
    with closing(in_processes(work, pieces, min(jobs or cores(), len(pieces)))) as done:
        yield from done


def attempt(trial: Trial) -> Solved:
    """Every level tries a puzzle, as the seat that is to move sees it."""
    state = trial.puzzle.position(game_of(trial.puzzle))
    rng = random.Random(f"solve {trial.puzzle.id} {trial.seed}")
    return {name: _right(trial.puzzle, state, name, rng) for name in trial.levels}


def _right(puzzle: Puzzle, state: Position, name: str, rng: random.Random) -> float:
    game, right = state.game, 0
    for _ in range(TRIES):
        bot = LevelBot(LEVELS[name].among(game.room), game, random.Random(rng.getrandbits(60)))
        chosen = bot.choose(imagine(state, state.turn, rng))
        right += puzzle.right(game.text(chosen))
    return right / TRIES


def game_of(puzzle: Puzzle) -> Game:
    record = puzzle.record
    return _game(record.game, tuple(sorted(record.options.items())), record.rules)


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[tuple[str, str], ...], rules: int) -> Game:
    return registry.open_game(game, None, dict(options), rules=rules)
