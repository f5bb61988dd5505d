"""Doubting puzzles: a search ten times as long as the longest that made them looks at a sample."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache

from roundhouse.bots.compile_ahead import compile_bots
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.core.game import Game
from roundhouse.lab.pool import cores, in_processes, on_ray
from roundhouse.lab.puzzles.sifting import search
from roundhouse.play import registry
from roundhouse.play.perspective import imagine
from roundhouse.play.puzzles import Puzzle, PuzzleBook

TIMES = 10  # as long as the longest search that made the puzzle
TRIES = 4  # of each level


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
    solved: dict[str, float]  # by level: the share of its tries that were right, slips and all

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
    drawn = random.Random(seed).sample(book.puzzles, min(sample, len(book.puzzles)))
    names = tuple(book.parameters.get("levels", LEVELS))
    doubts = [Doubt(puzzle, TIMES * longest, seed, names) for puzzle in drawn]
    done: list[Doubted] = []
    for one in _work(doubts, jobs, ray_address):
        done.append(one)
        if progress:
            progress(one, len(done), len(doubts))
    return done


def _work(doubts: Sequence[Doubt], jobs: int, ray_address: str | None) -> Iterator[Doubted]:
    if ray_address is not None:
        yield from on_ray(doubt, doubts, ray_address)
        return
    if doubts:
        compile_bots(_game_of(doubts[0].puzzle))  # once, not in every process
    with closing(in_processes(doubt, doubts, min(jobs or cores(), len(doubts)))) as done:
        yield from done


def doubt(one: Doubt) -> Doubted:
    """Search once more, for long, with another seed; and let every level try."""
    puzzle = one.puzzle
    game = _game_of(puzzle)
    state = puzzle.position(game)
    rng = random.Random(f"check {puzzle.id} {one.seed}")
    move = game.text(search(state, one.iterations, rng).best)
    solved = {}
    for name in one.levels:
        right = 0
        for _ in range(TRIES):
            bot = LevelBot(LEVELS[name], game, random.Random(rng.getrandbits(60)))
            chosen = bot.choose(imagine(state, state.turn, rng))
            right += puzzle.right(game.text(chosen))
        solved[name] = right / TRIES
    return Doubted(puzzle, move, solved)


def _game_of(puzzle: Puzzle) -> Game:
    record = puzzle.record
    return _game(record.game, tuple(sorted(record.options.items())), record.rules)


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[tuple[str, str], ...], rules: int) -> Game:
    return registry.open_game(game, None, dict(options), rules=rules)
