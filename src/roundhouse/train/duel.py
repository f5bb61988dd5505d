"""A network against the last best one: searches guided by each, of equally many iterations."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from roundhouse.bots.bot import Bot
from roundhouse.bots.net.weights import Weights, read
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import play_through, seating
from roundhouse.lab.pool import in_processes
from roundhouse.lab.statistics import wilson
from roundhouse.play import registry
from roundhouse.train.needs import Tell, silent
from roundhouse.train.teacher import Options

NEW, OLD = "new", "old"


@dataclass(frozen=True)
class Duel:
    """How they compete."""

    game: str
    options: Options
    games: int
    iterations: int
    new: Path
    old: Path
    jobs: int = 1


@dataclass(frozen=True)
class Outcome:
    """Wins of the new network, over all its seats."""

    games: int
    share: float
    low: float  # of the 95% interval
    high: float
    fair: float

    @property
    def kept(self) -> bool:
        return self.share >= self.fair


@dataclass(frozen=True)
class Bout:
    """One game of a duel. Two that follow each other have the same luck and the seats changed."""

    duel: Duel
    number: int


@lru_cache(maxsize=2)
def _game(name: str, options: Options) -> Game:
    return registry.open_game(name, None, dict(options))


@lru_cache(maxsize=4)
def _weights(path: Path, _written: int) -> Weights:
    return read(path)


def play(bout: Bout) -> tuple[float, float]:
    """The new network's share of the win, and of the seats."""
    duel, deal = bout.duel, bout.number // 2
    game = _game(duel.game, duel.options)
    rng, luck = random.Random(f"duel {bout.number}"), random.Random(f"deal {deal}")
    sides = seating([NEW, OLD], usual_seats(game), bout.number)
    guides = {NEW: duel.new, OLD: duel.old}
    players: list[Bot] = []
    for side in sides:
        weights = _weights(guides[side], guides[side].stat().st_mtime_ns)
        own = random.Random(rng.getrandbits(60))
        players.append(SearchBot(game, own, Budget(duel.iterations), None, weights))
    _, state = play_through(game, players, tuple(sides), luck, rng)
    best = [rank == 0 for rank in state.ranks()]
    fair = sides.count(NEW) / len(sides)
    if not any(best):
        return fair, fair  # the game itself may win: as a tie of all
    won = sum(first for first, side in zip(best, sides, strict=True) if side == NEW)
    return won / sum(best), fair


def usual_seats(game: Game) -> int:
    return min(4, game.meta.seats[-1])


def compete(duel: Duel, tell: Tell = silent) -> Outcome:
    """Play it, in processes. An even number of games: every deal is played from both sides."""
    bouts = [Bout(duel, number) for number in range(duel.games + duel.games % 2)]
    tell("arena", 0, len(bouts), "")
    played = [play(bouts[0])]  # here, so that it is compiled once and not in every process
    for result in in_processes(play, bouts[1:], min(duel.jobs, len(bouts) - 1)):
        played.append(result)
        tell("arena", len(played), len(bouts), "")
    share, fair = (sum(column) / len(played) for column in zip(*played, strict=True))
    return Outcome(len(played), share, *wilson(share, len(played)), fair)
