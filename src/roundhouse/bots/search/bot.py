"""The player that searches."""

from __future__ import annotations

import random
from dataclasses import replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search import Search, edges_of
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
        pool = edges_of(budget.iterations)
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
