"""Compiling the bots of a game before they are needed.

Compiling takes between seconds and a minute, and the result is cached on disk. Until
`warm_up_bots` has run, a bot that must answer soon runs in the interpreter.
"""

from __future__ import annotations

import random
from pathlib import Path

from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.net import trained_weights
from roundhouse.bots.prior_bot import PriorBot
from roundhouse.bots.search import Search
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import advance


def is_compiled(game: Game) -> bool:
    """Return whether this game's bots answer without being compiled first."""
    return not game.engine.needs_compiler or _marker(game).exists()


def warm_up_bots(game: Game) -> None:
    """Compile what the bots of this game need, unless this machine has it cached."""
    if is_compiled(game):
        return
    rng = random.Random(0)
    state = game.start(game.meta.seats[0])
    advance(state, rng)
    for bot in (GreedyBot(game, rng), PriorBot(game, rng)):
        bot.choose(state)
    Search(game, rng, pool=4000).warm_up(state)
    if network := trained_weights(game):
        Search(game, rng, pool=4000, weights=network).warm_up(state)
    _marker(game).parent.mkdir(parents=True, exist_ok=True)
    _marker(game).touch()


def without_compiling(game: Game) -> Game:
    """Return the game itself if its bots are compiled, else an interpreted copy."""
    if is_compiled(game):
        return game
    return game.at_speed(INTERPRETED)


def _marker(game: Game) -> Path:
    """Return the file whose presence says that the bots are compiled."""
    folder: Path = game.engine.bind.folder()
    return folder / "bots.warm"
