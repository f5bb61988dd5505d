"""A candidate network against the best one so far, in searches of equal size."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from roundhouse.bots.bot import Bot
from roundhouse.bots.net.weights import Weights, read_weights
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.lab.bot_game import play_through, seating
from roundhouse.lab.pool import run_in_processes
from roundhouse.lab.statistics import wilson_interval
from roundhouse.play import registry
from roundhouse.train.callbacks import OnProgress, ignore_progress
from roundhouse.train.config import Options, TrainConfig

CANDIDATE, BEST = "new", "old"


@dataclass(frozen=True)
class NetworkArena:
    """The settings of an arena between two networks.

    Attributes:
        game: Name of the game.
        options: Options that are fixed in all games.
        games: The number of games.
        iterations: Search iterations per move.
        candidate: Weights of the candidate.
        best: Weights of the best network so far.
        workers: Processes that play games.
    """

    game: str
    options: Options
    games: int
    iterations: int
    candidate: Path
    best: Path
    workers: int = 1

    @classmethod
    def of(cls, config: TrainConfig, candidate: Path, best: Path) -> NetworkArena | None:
        """Return the arena of a training run, or None if it has none."""
        if not config.arena_games:
            return None
        return cls(
            config.game,
            config.options,
            config.arena_games,
            config.iterations,
            candidate,
            best,
            config.workers,
        )


@dataclass(frozen=True)
class ArenaResult:
    """Wins of the candidate, over all its seats.

    Attributes:
        games: The number of games.
        share: The candidate's share of the wins.
        low: Lower end of the 95% interval.
        high: Upper end of the 95% interval.
        fair: The share of equal networks.
    """

    games: int
    share: float
    low: float
    high: float
    fair: float

    @property
    def is_promoted(self) -> bool:
        """Whether the candidate replaces the best network."""
        return self.share >= self.fair


@dataclass(frozen=True)
class ArenaGame:
    """One game of an arena; games 2n and 2n + 1 share chance events and swap seats.

    Attributes:
        arena: The settings.
        number: The number of the game, from 0.
    """

    arena: NetworkArena
    number: int


@lru_cache(maxsize=4)
def _weights(path: Path, _modified: int) -> Weights:
    return read_weights(path)


def play_arena_game(arena_game: ArenaGame) -> tuple[float, float]:
    """Play one game; return the candidate's share of the win and of the seats."""
    arena, number = arena_game.arena, arena_game.number
    game = registry.open_cached(arena.game, arena.options)
    rng, chance_rng = random.Random(f"duel {number}"), random.Random(f"deal {number // 2}")
    sides = seating([CANDIDATE, BEST], game.meta.usual_seats, number)
    paths = {CANDIDATE: arena.candidate, BEST: arena.best}
    players: list[Bot] = []
    for side in sides:
        weights = _weights(paths[side], paths[side].stat().st_mtime_ns)
        bot_rng = random.Random(rng.getrandbits(60))
        players.append(SearchBot(game, bot_rng, Budget(arena.iterations), None, weights))
    _, state = play_through(game, players, tuple(sides), chance_rng, rng)
    is_winner = [rank == 0 for rank in state.ranks()]
    fair = sides.count(CANDIDATE) / len(sides)
    if not any(is_winner):
        return fair, fair  # in some games all seats can lose, which counts as a tie
    wins = sum(first for first, side in zip(is_winner, sides, strict=True) if side == CANDIDATE)
    return wins / sum(is_winner), fair


def run_arena(arena: NetworkArena, on_progress: OnProgress = ignore_progress) -> ArenaResult:
    """Play an arena in processes.

    An odd number of games is rounded up, so that each deal is played from both sides.
    """
    games = [ArenaGame(arena, number) for number in range(arena.games + arena.games % 2)]
    on_progress("arena", 0, len(games), "")
    # The first game runs in this process, so that the rules are compiled once and then cached.
    results = [play_arena_game(games[0])]
    for result in run_in_processes(play_arena_game, games[1:], min(arena.workers, len(games) - 1)):
        results.append(result)
        on_progress("arena", len(results), len(games), "")
    share, fair = (sum(column) / len(results) for column in zip(*results, strict=True))
    return ArenaResult(len(results), share, *wilson_interval(share, len(results)), fair)
