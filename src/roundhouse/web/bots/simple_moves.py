"""Fallback moves, chosen without search when all workers have failed."""

from __future__ import annotations

import logging
import random

from roundhouse.bots.registry import make_bot
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.jobs import Job

log = logging.getLogger("roundhouse.web")

SIMPLE = "instinct"  # samples a move from the game's action prior, without search


class SimpleMoves:
    """Chooses fallback moves."""

    def __init__(self, games: GameLibrary) -> None:
        self._games = games

    def choose(self, job: Job) -> str:
        """Return a legal move, by the game's action prior if possible."""
        game = self._games.game(job.game, job.options, job.board, job.rules)
        state = game.unpack(job.state)
        rng = random.Random()
        try:
            return game.text(make_bot(SIMPLE, game, rng).choose(state))
        except Exception:
            log.exception("the action prior failed at table %s", job.table)
            return game.text(rng.choice(state.legal()))
