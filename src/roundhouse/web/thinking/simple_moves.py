"""The last resort: a move without thinking, made here, when no worker has found one."""

from __future__ import annotations

import logging
import random

from roundhouse.bots.registry import make_bot
from roundhouse.web.games import GameLibrary
from roundhouse.web.tables.jobs import Job

log = logging.getLogger("roundhouse.web")

SIMPLE = "instinct"  # draws a move by what the game itself prefers, and does not look ahead


class SimpleMoves:
    def __init__(self, games: GameLibrary) -> None:
        self._games = games

    def choose(self, job: Job) -> str:
        """The words of a legal move; a sensible one, if that can be had."""
        game = self._games.game(job.game, job.options, job.board, job.rules)
        state = game.unpack(job.state)
        rng = random.Random()
        try:
            return game.text(make_bot(SIMPLE, game, rng).choose(state))
        except Exception:
            log.exception("a game's own preferences fail at table %s", job.table)
            return game.text(rng.choice(state.legal()))
