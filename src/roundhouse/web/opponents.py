"""The bots one can sit down against, as the registry of bots has them today."""

from __future__ import annotations

from collections.abc import Iterable

from roundhouse.bots import registry
from roundhouse.bots.levels import Level
from roundhouse.bots.net import knows
from roundhouse.core.game import Game
from roundhouse.web.errors import NotFound


def opponents() -> list[Level]:
    """The levels offered to people, weakest first."""
    return registry.levels()


def without_network(levels: Iterable[str], game: Game) -> set[str]:
    """Which of these levels would be guided by a network, and are not: none was trained for this
    board and these rules."""
    learned = {level.name for level in opponents() if level.learned} & {*levels}
    return set() if learned and knows(game) else learned


def usual() -> str:
    """Whom one meets without choosing: the level in the middle."""
    offered = opponents()
    return offered[(len(offered) - 1) // 2].name


def check(name: str) -> None:
    """Only what is offered, and the simplest bots: other names carry settings that would keep a
    worker busy for hours."""
    offered = [level.name for level in opponents()]
    if name not in offered and name not in registry.BOTS:
        raise NotFound(f"There is no bot {name[:40]!r}; there are: {', '.join(offered)}.")
