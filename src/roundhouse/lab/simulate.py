"""Simulations: many games between bots, determined by a seed."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from roundhouse.core.game import Game
from roundhouse.lab.bot_game import seating
from roundhouse.lab.pool import run_in_processes
from roundhouse.lab.schedule import GameResult, Matchup, play


def build_simulation_schedule(
    game: Game, bots: Sequence[str], seats: int, games: int, seed: int = 0, board: str | None = None
) -> Iterator[Matchup]:
    """Yield the first `games` games of a seed, rotating the bots' seats.

    `board` is the file that the game was loaded from, if any.
    """
    options = tuple(game.options.items())
    for n in range(games):
        seated = tuple(seating(bots, seats, n))
        yield Matchup(n, game.meta.id, seated, None, f"{seed} {n}", options, board)


def simulate(
    game: Game, matchups: Iterator[Matchup], jobs: int = 1
) -> Generator[GameResult, None, None]:
    """Play the games of a schedule and yield their results, in order."""
    # Play the first game in this process, so that errors appear at once and the other processes
    # find the compiled rules in the cache.
    yield play(next(matchups), game)
    if jobs == 1:
        for matchup in matchups:
            yield play(matchup, game)
    else:
        yield from run_in_processes(play, matchups, jobs, in_order=True)
