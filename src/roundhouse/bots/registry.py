"""Bots by name.

`random`, `instinct` (draws by preference), `greedy`, the levels (`beginner` to `expert`), and
`search:N`: a search of N iterations a move, whose settings may be changed by name for experiments
(`search:500:turns=0:explore=1.5`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.levels import LEVELS, Level, LevelBot
from roundhouse.bots.preference_bot import PreferenceBot
from roundhouse.bots.random_bot import RandomBot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.search_settings import SearchSettings

BOTS: dict[str, Callable[[Game, random.Random], Bot]] = {
    "random": RandomBot,
    "instinct": PreferenceBot,
    "greedy": GreedyBot,
}
SEARCH = "search"


class UnknownBot(RoundhouseError, LookupError):
    """No bot has this name."""


def levels() -> list[Level]:
    """The levels offered to people, weakest first."""
    return list(LEVELS.values())


def check_name(name: str) -> None:
    """Raise UnknownBot unless `make_bot` knows this name."""
    kind, *rest = name.split(":")
    if kind == SEARCH and rest:
        _iterations(name)
        _settings(name, SearchSettings())
    elif name not in BOTS and name not in LEVELS:
        known = ", ".join((*BOTS, *LEVELS, "search:N"))
        raise UnknownBot(f"there is no bot {name!r}; there are: {known}")


def make_bot(name: str, game: Game, rng: random.Random) -> Bot:
    """A bot of this name, bound to a game."""
    check_name(name)
    if name in BOTS:
        return BOTS[name](game, rng)
    if name in LEVELS:
        return LevelBot(LEVELS[name], game, rng)
    return SearchBot(game, rng, Budget(_iterations(name)), _settings(name, game.room.search))


def _iterations(name: str) -> int:
    number = name.split(":")[1]
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= 10**9):
        raise UnknownBot(f"in {name!r} a number of iterations must follow `search:`")
    return int(number)


def _settings(name: str, settings: SearchSettings) -> SearchSettings:
    known = {field.name for field in fields(SearchSettings)}
    for word in name.split(":")[2:]:
        key, _, number = word.partition("=")
        try:
            changed = {key: float(number)}
        except ValueError:
            raise UnknownBot(f"in {name!r}: {word!r} is not a setting like turns=8") from None
        if key not in known:
            raise UnknownBot(f"in {name!r}: no setting {key!r}; there are {', '.join(known)}")
        settings = replace(settings, **changed)
    return settings
