"""OpenSpiel games, and bots that play across both libraries.

    from roundhouse.research import openspiel

    openspiel.register()
    game = pyspiel.load_game("roundhouse_texas(seats=4)")

The parameters are `seats`, the options of the game by their names, and `margin`. As usual in
OpenSpiel, chance is a player and forced moves are moves. Returns are win shares minus the fair
share.

`RoundhouseBot` makes a Roundhouse bot play in OpenSpiel. `OpenSpielBot` makes an OpenSpiel bot play
in Roundhouse, and `register_bot` gives it a name for the arena.
"""

from roundhouse.research.extras import MissingExtra

try:
    import pyspiel  # noqa: F401  (checked here for all modules below)
except ImportError as missing:
    raise MissingExtra("the OpenSpiel interface", missing) from missing

from roundhouse.research.openspiel.bots import OpenSpielBot, RoundhouseBot, register_bot
from roundhouse.research.openspiel.game import PREFIX, RoundhouseGame, RoundhouseState, register

__all__ = [
    "PREFIX",
    "OpenSpielBot",
    "RoundhouseBot",
    "RoundhouseGame",
    "RoundhouseState",
    "register",
    "register_bot",
]
