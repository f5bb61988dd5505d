"""One game between bots, from a fixture that says everything about it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from functools import lru_cache

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import make_bot
from roundhouse.bots.table import names, play_through
from roundhouse.core.game import Game, Position
from roundhouse.play import registry


@dataclass(frozen=True)
class Fixture:
    """A game to be played: which, by whom, and the luck of the deal.

    Fixtures of one `deal` get the same random numbers for chance, draw by draw, whoever sits where.
    """

    number: int
    game: str
    bots: tuple[str, ...]  # by seat
    deal: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None


@dataclass(frozen=True)
class Played:
    """How a fixture went."""

    fixture: Fixture
    record: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    chosen: tuple[int, ...]  # by seat: moves where there was a choice
    seconds: tuple[float, ...] = field(compare=False)  # by seat: thinking, in all

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: all of it, or split between those who tie."""
        winners = self.ranks.count(0)
        return tuple(1 / winners if rank == 0 else 0.0 for rank in self.ranks)


@lru_cache(maxsize=8)
def _load(game: str, options: tuple[tuple[str, str], ...], board: str | None) -> Game:
    return registry.open_game(game, board, dict(options))


class Timed:
    """A bot with a stopwatch."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.chosen = bot, 0.0, 0

    def choose(self, state: Position) -> int:
        begun = time.perf_counter()
        action = self.bot.choose(state)
        self.seconds += time.perf_counter() - begun
        self.chosen += 1
        return action


def play(fixture: Fixture) -> Played:
    """Play a fixture to its end."""
    game = _load(fixture.game, fixture.options, fixture.board)
    rng = random.Random(fixture.seed)
    players = [
        Timed(make_bot(name, game, random.Random(rng.getrandbits(60)))) for name in fixture.bots
    ]
    record, state = play_through(
        game, players, names(fixture.bots), random.Random(fixture.deal), rng
    )
    return Played(
        fixture,
        record.dumps(),
        tuple(state.ranks()),
        tuple(state.scores()),
        len(record.moves),
        tuple(player.chosen for player in players),
        tuple(player.seconds for player in players),
    )
