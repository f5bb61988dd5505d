"""The games for OpenSpiel, and bots both ways.

    from roundhouse.research import openspiel

    openspiel.register()
    game = pyspiel.load_game("roundhouse_texas(seats=4)")

The parameters are `seats`, the options of the game by their names, and `margin`. Chance is a
player and forced moves are moves, as OpenSpiel has it; returns are win shares less the fair share.

`RoundhouseBot` lets a bot of ours play through OpenSpiel; `OpenSpielBot` wraps a bot of OpenSpiel's
as one of ours, and `enter` gives it a name that the arena knows.
"""

from roundhouse.research.extras import MissingExtra

try:
    import pyspiel  # noqa: F401  (what is missing is said here, once for all modules below)
except ImportError as missing:
    raise MissingExtra("the OpenSpiel interface", missing) from missing

from roundhouse.research.openspiel.bots import OpenSpielBot, RoundhouseBot, enter
from roundhouse.research.openspiel.game import PREFIX, RoundhouseGame, RoundhouseState, register

__all__ = [
    "PREFIX",
    "OpenSpielBot",
    "RoundhouseBot",
    "RoundhouseGame",
    "RoundhouseState",
    "enter",
    "register",
]
