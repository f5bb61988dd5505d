"""Simulations: numbered games of a seed, one after the other, whoever plays them."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from roundhouse.core.game import Game
from roundhouse.lab.bot_game import seating
from roundhouse.lab.fixtures import Fixture, Played, play
from roundhouse.lab.pool import in_processes


def simulate(
    game: Game,
    bots: Sequence[str],
    seats: int,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    board: str | None = None,
) -> Generator[Played, None, None]:
    """The first `games` games of a seed, in order. The bots move round the table from game to game.
    `board` is the file that the game was loaded with, if any."""
    options = tuple(game.options.items())
    fixtures = (
        Fixture(
            n, game.meta.id, tuple(seating(bots, seats, n)), None, f"{seed} {n}", options, board
        )
        for n in range(games)
    )
    # The first is played here: mistakes show at once, and the compiled rules are then on disk for
    # the processes that follow.
    yield play(next(fixtures), game)
    if jobs == 1:
        for fixture in fixtures:
            yield play(fixture, game)
    else:
        yield from in_processes(play, fixtures, jobs, in_order=True)
