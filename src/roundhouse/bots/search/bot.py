"""The player that searches."""

from __future__ import annotations

import random
from dataclasses import replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search import POOL, Search
from roundhouse.core.game import Game, Position
from roundhouse.core.search_settings import SearchSettings


class SearchBot(Bot):
    """Plays what the search finds best."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        budget: Budget,
        settings: SearchSettings | None = None,
        weights: Weights | None = None,
    ) -> None:
        settings = settings or game.room.search_settings(weights is not None)
        grown = min(budget.iterations, int(settings.regrow) or budget.iterations)
        pool = min(POOL, 2000 + 40 * grown)
        self._search = Search(game, rng, settings=settings, pool=pool, weights=weights)
        self._budget = replace(budget, settle=True)

    def choose(self, state: Position) -> int:
        actions = state.legal()
        self.thought = None
        if len(actions) == 1:
            return actions[0]
        self.thought = self._search.think(state, self._budget)
        return self.thought.best

    def stop(self) -> None:
        self._search.stop()

    def forget(self) -> None:
        self._search.forget()
