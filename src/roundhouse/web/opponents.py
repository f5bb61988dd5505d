"""The bots one can sit down against, as the registry of bots has them today."""

from __future__ import annotations

import random
from collections.abc import Iterable

from roundhouse.bots import registry
from roundhouse.bots.levels import Level
from roundhouse.bots.net import knows
from roundhouse.bots.personalities import PERSONALITIES, Personality
from roundhouse.core.game import Game
from roundhouse.web.errors import NotFound


def opponents() -> list[Level]:
    """The levels offered to people, weakest first."""
    return registry.levels()


def offered() -> list[Level]:
    """Everybody who can be seated: the levels, each followed by its personalities."""
    made = registry.characters()
    return [
        bot
        for level in opponents()
        for bot in (level, *(c for c in made if c.strength == level.name))
    ]


def personalities() -> list[Personality]:
    """What bots of a level in the middle may be like."""
    return list(PERSONALITIES)


def company(level: str, count: int, rng: random.Random) -> list[str]:
    """So many bots of a level, no two of them alike as long as there are enough personalities."""
    kinds = [bot.name for bot in offered() if bot.strength == level] or [level]
    seated: list[str] = []
    while len(seated) < count:
        seated += rng.sample(kinds, min(len(kinds), count - len(seated)))
    return seated


def bot_words(name: str) -> str:
    """A bot on a chair, in a few words; the simplest ones are no levels."""
    level = registry.level_named(name)
    return level.bot_words if level else f"{name} bot"


def without_network(levels: Iterable[str], game: Game) -> set[str]:
    """Which of these levels would be guided by a network, and are not: none was trained for this
    board and these rules."""
    seated = {*levels}
    there = [level.among(game.room) for level in opponents() if level.name in seated]
    learned = {level.name for level in there if level.trust}
    return set() if learned and knows(game) else learned


def usual() -> str:
    """Whom one meets without choosing: the level in the middle."""
    levels = opponents()
    return levels[(len(levels) - 1) // 2].name


def check(name: str) -> None:
    """Only what is offered, and the simplest bots: other names carry settings that would keep a
    worker busy for hours."""
    known = [bot.name for bot in offered()]
    if name not in known and name not in registry.BOTS:
        raise NotFound(f"There is no bot {name[:40]!r}; there are: {', '.join(known)}.")
