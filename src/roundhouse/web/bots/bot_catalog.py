"""The bots that users can play against."""

from __future__ import annotations

import random
from collections.abc import Iterable

from roundhouse.bots import registry
from roundhouse.bots.levels import Level
from roundhouse.bots.llm import configured_models
from roundhouse.bots.net import has_network
from roundhouse.bots.search import Budget
from roundhouse.bots.styles import STYLES, Style
from roundhouse.core.game import Game
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound

MODEL_DESCRIPTION = mark("A language model that the operator of this server has set up.")


def offered_levels() -> list[Level]:
    """Return the levels, weakest first."""
    return registry.levels()


def all_bots() -> list[Level]:
    """Return all bots that can be seated: levels with their styles, and the models."""
    result = registry.styled_levels()
    levels = [
        bot
        for level in offered_levels()
        for bot in (level, *(c for c in result if c.base_name == level.name))
    ]
    return [*levels, *configured_bots()]


def configured_bots() -> list[Level]:
    """Return the language models that the operator has configured.

    A visitor chooses one by its name. An address is never taken from a visitor.
    """
    return [
        Level(name, name, MODEL_DESCRIPTION, Budget(seconds=model.seconds), 0.0)
        for name, model in configured_models().items()
    ]


def styles() -> list[Style]:
    """Return the styles of a level."""
    return list(STYLES)


def pick_bots(level: str, count: int, rng: random.Random) -> list[str]:
    """Return bots of a level with different styles, as far as there are enough."""
    kinds = [bot.name for bot in all_bots() if bot.base_name == level] or [level]
    seated: list[str] = []
    while len(seated) < count:
        seated += rng.sample(kinds, min(len(kinds), count - len(seated)))
    return seated


def bot_label(name: str) -> str:
    """Return a short description of a bot."""
    level = registry.find_level(name)
    return level.bot_label if level else _("{level} bot", level=name)


def level_names(levels: str) -> str:
    """Return a list of names of levels in the reader's language."""
    return ", ".join(_level_name(name) for name in levels.split(", "))


def _level_name(name: str) -> str:
    level = registry.find_level(name)
    parts = (level.base_name, level.style) if level else (name,)
    return "-".join(_(part) for part in parts if part)


def levels_without_network(levels: Iterable[str], game: Game) -> set[str]:
    """Return the guided levels without a network for this board, rules and options."""
    guided = {level for level in levels if registry.uses_network(level, game)}
    return set() if guided and has_network(game) else guided


def default_level() -> str:
    """Return the default level."""
    levels = offered_levels()
    return levels[(len(levels) - 1) // 2].name


def check_bot(name: str) -> None:
    """Raise a Refusal unless the bot is offered or simple.

    Other names carry parameters that could keep a worker busy for hours.
    """
    names = [bot.name for bot in all_bots()]
    if name not in names and name not in registry.BOTS:
        raise NotFound(
            _(
                "Unknown bot {name}; choose one of: {names}.",
                name=repr(name[:40]),
                names=", ".join(names),
            )
        )
