"""The bots one can sit down against, as the registry of bots has them today."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.bots import registry
from roundhouse.web.errors import NotFound


@dataclass(frozen=True)
class Opponent:
    name: str
    label: str
    description: str


def opponents() -> list[Opponent]:
    """Levels offered to people, weakest first; where there are none, every bot there is."""
    levels = getattr(registry, "levels", None)
    if levels is not None:
        return [Opponent(n.name, n.label, n.description) for n in levels()]
    return [Opponent(name, name.capitalize(), "") for name in registry.BOTS]


def usual() -> str:
    """Whom one meets without choosing: the one in the middle."""
    offered = opponents()
    return offered[len(offered) // 2].name


def check(name: str) -> None:
    """Only what is offered: a name may carry settings that would keep a worker busy for hours."""
    known = [opponent.name for opponent in opponents()]
    if name not in known and name not in registry.BOTS:
        raise NotFound(f"There is no bot {name[:40]!r}; there are: {', '.join(known)}.")
