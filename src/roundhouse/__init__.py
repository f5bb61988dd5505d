"""Roundhouse: five railway board games on one engine.

`games` lists the games, `load` opens one, `Game.start` returns the first `State`:

    import roundhouse

    game = roundhouse.load("northern")
    state = game.start(seats=4)
    state.apply(state.legal()[0])
"""

# Import the package `roundhouse.games` first. A later import would replace the function `games`
# below, because importing a submodule sets an attribute of its parent.
from roundhouse import games as _games_package  # noqa: F401
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.errors import IllegalAction, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.state import State
from roundhouse.play.registry import games, load

__all__ = [
    "CHANCE",
    "OVER",
    "Game",
    "IllegalAction",
    "Meta",
    "RoundhouseError",
    "State",
    "games",
    "load",
]
__version__ = "0.2.0"
