"""Roundhouse: five railway board games, one engine."""

# First, so that the function `games` below is not replaced by the package of that name when the
# first room is loaded.
from roundhouse import games as _rooms  # noqa: F401
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.errors import IllegalAction, RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.core.meta import Meta
from roundhouse.play.registry import games, load

__all__ = [
    "CHANCE",
    "OVER",
    "Game",
    "IllegalAction",
    "Meta",
    "Position",
    "RoundhouseError",
    "State",
    "games",
    "load",
]
State = Position  # its public name
__version__ = "0.1.0"
