"""Bots by name.

`random`, `instinct` (draws by preference), `greedy`, `net` (a network's policy alone), the levels
(`beginner` to `master`), and the searches: `search:N` of N iterations a move, `search:2s` of two
seconds, `guided:N` and `master:2` the same guided by a network. Their settings may be changed by
name for experiments (`search:500:turns=0:explore=1.5`, `master:0.2:trust=0.5`). Levels in
the middle have personalities, too: `medium-cautious`.

A network is used on the board and under the rules that it was trained for; elsewhere, and
interpreted, levels and `guided` search without and `net` is `greedy`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.levels import LEVELS, Level, LevelBot
from roundhouse.bots.net import NetBot, trained
from roundhouse.bots.personalities import CHARACTERS
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
NET = "net"
SEARCH = "search"
GUIDED = "guided"
MASTER = "master"
LONGEST = 3600.0  # seconds a move


class UnknownBot(RoundhouseError, LookupError):
    """No bot has this name."""


def levels() -> list[Level]:
    """The levels offered to people, weakest first."""
    return list(LEVELS.values())


def characters() -> list[Level]:
    """The same with a personality, for the levels that have them."""
    return list(CHARACTERS.values())


def level_named(name: str) -> Level | None:
    """What a level is, with a personality or without; None for other bots."""
    return LEVELS.get(name) or CHARACTERS.get(name)


def check_name(name: str) -> None:
    """Raise UnknownBot unless `make_bot` knows this name."""
    kind, *rest = name.split(":")
    if kind in (MASTER, GUIDED, SEARCH) and rest:
        _budget(name)
        _settings(name, SearchSettings())
    elif name not in BOTS and level_named(name) is None and name != NET:
        searches = ("search:N", "search:SECONDSs", "guided:N", "master:SECONDS")
        known = ", ".join((*BOTS, NET, *LEVELS, *CHARACTERS, *searches))
        raise UnknownBot(f"there is no bot {name!r}; there are: {known}")


def make_bot(name: str, game: Game, rng: random.Random) -> Bot:
    """A bot of this name, bound to a game."""
    check_name(name)
    if name in BOTS:
        return BOTS[name](game, rng)
    level = level_named(name)
    if level is not None:  # `master` is one, too
        return LevelBot(level.among(game.room), game, rng)
    if name == NET:
        weights = trained(game)
        return NetBot(game, rng, weights) if weights else GreedyBot(game, rng)
    weights = None if name.startswith(SEARCH) else trained(game)
    settings = _settings(name, game.room.search_settings(weights is not None))
    return SearchBot(game, rng, _budget(name), settings, weights)


def _budget(name: str) -> Budget:
    kind, *rest = name.split(":")
    number = rest[0]
    if kind != MASTER and not number.endswith("s"):
        if number.isascii() and number.isdigit() and 0 < int(number) <= 10**9:
            return Budget(int(number))
        raise UnknownBot(
            f"in {name!r} a number of iterations must follow `{kind}:`, or seconds: `{kind}:2s`"
        )
    try:
        seconds = float(number.removesuffix("s"))
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= LONGEST:
        raise UnknownBot(f"in {name!r} seconds must follow `{kind}:`, up to {LONGEST:g}")
    return Budget(seconds=seconds)


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
