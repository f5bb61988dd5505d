"""Compiling the bots of a game ahead of time, and doing without where nobody has.

Compiling takes from seconds to a minute and is kept on disk. Until it has been done
(`compile_bots`), a player who must answer soon thinks in the interpreter.
"""

from __future__ import annotations

import random
from pathlib import Path

from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.net import trained
from roundhouse.bots.preference_bot import PreferenceBot
from roundhouse.bots.search import Search
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED


def is_compiled(game: Game) -> bool:
    """Whether this game's bots answer without being compiled first."""
    return not game.engine.compiled or _mark(game).exists()


def compile_bots(game: Game) -> None:
    """Compile what the bots of this game need, unless that has been done on this machine."""
    if is_compiled(game):
        return
    rng = random.Random(0)
    state = game.start(game.meta.seats[0])
    while state.turn == CHANCE or len(state.legal()) == 1:
        weights = state.weights() if state.turn == CHANCE else None
        state.apply(rng.choices(state.legal(), weights)[0])
    for bot in (GreedyBot(game, rng), PreferenceBot(game, rng)):
        bot.choose(state)
    Search(game, rng, pool=4000).rehearse(state)
    if network := trained(game):
        Search(game, rng, pool=4000, weights=network).rehearse(state)
    _mark(game).parent.mkdir(parents=True, exist_ok=True)
    _mark(game).touch()


def without_compiling(game: Game) -> Game:
    """The game itself if its bots are compiled already, else its interpreted twin."""
    if is_compiled(game):
        return game
    return Game(game.room, game.board_file, game.options, INTERPRETED, game.rules)


def _mark(game: Game) -> Path:
    return game.engine.bind.folder() / "bots.warm"
