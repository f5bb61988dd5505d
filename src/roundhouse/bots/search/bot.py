"""The bot that searches."""

from __future__ import annotations

import random
from dataclasses import replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search import Search, max_tree_edges
from roundhouse.core.game import Game
from roundhouse.core.search_params import SearchParams
from roundhouse.core.state import State


class SearchBot(Bot):
    """Plays the move that the search visited most."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        budget: Budget,
        params: SearchParams | None = None,
        weights: Weights | None = None,
    ) -> None:
        pool = max_tree_edges(budget.iterations)
        self._search = Search(game, rng, params=params, pool=pool, weights=weights)
        self._budget = replace(budget, stop_when_decided=True)

    def choose(self, state: State) -> int:
        """Return the action to play."""
        actions = state.legal()
        self.last_search = None
        if len(actions) == 1:
            return actions[0]
        self.last_search = self._search.run(state, self._budget)
        return self.last_search.best

    def stop(self) -> None:
        """End a running search soon."""
        self._search.stop()

    def clear(self) -> None:
        """Forget what earlier moves have left."""
        self._search.clear()
