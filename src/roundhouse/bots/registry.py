"""Bots by name: `random`, `greedy`."""

from __future__ import annotations

import random
from collections.abc import Callable

from roundhouse.bots.bot import Bot
from roundhouse.bots.chance import RandomBot
from roundhouse.bots.greedy import GreedyBot
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game

BOTS: dict[str, Callable[[Game, random.Random], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


class UnknownBot(RoundhouseError, LookupError):
    """No bot has this name."""


def make_bot(name: str, game: Game, rng: random.Random) -> Bot:
    """A bot of this name, bound to a game."""
    try:
        return BOTS[name](game, rng)
    except KeyError:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}") from None
