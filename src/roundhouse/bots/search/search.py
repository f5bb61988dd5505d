"""A tree search for one seat at a time."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace

from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search_result import RootMove, SearchResult
from roundhouse.bots.search.search_thread import SearchThread
from roundhouse.bots.search.tree import ROOT
from roundhouse.core.floats import add_up
from roundhouse.core.game import Game
from roundhouse.core.search_params import SearchParams
from roundhouse.core.state import State

MAX_EDGES = 600_000  # of a tree: about 70 MB when full
MAX_EDGES_INTERPRETED = 20_000


def max_tree_edges(iterations: int) -> int:
    """Return how many edges a tree of this many iterations needs at most."""
    return min(MAX_EDGES, 2000 + 40 * iterations)


class Search:
    """Searches states for the seat to act, keeping the tree from move to move.

    A tree holds what one seat may know, so a search for another seat starts from scratch.
    """

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        threads: int = 1,
        params: SearchParams | None = None,
        pool: int = MAX_EDGES,
        weights: Weights | None = None,
    ) -> None:
        self.game = game
        params = params or game.definition.search_params(weights is not None)
        pool = pool if game.engine.compiled else min(pool, MAX_EDGES_INTERPRETED)
        if params.restart_every:
            pool = min(pool, max_tree_edges(int(params.restart_every)))
        seed = rng.getrandbits(60)
        self._seat: int | None = None
        self._threads = [
            SearchThread(game, seed, stream, params, pool, weights)
            for stream in range(threads if game.engine.compiled else 1)
        ]

    def stop(self) -> None:
        """Make the search that runs in another thread return soon."""
        for thread in self._threads:
            thread.stop()

    def clear(self) -> None:
        """Drop all results, before another match or another seat."""
        self._seat = None
        for thread in self._threads:
            thread.clear()

    def warm_up(self, state: State) -> None:
        """Run every function of a search once, so that all are compiled."""
        self._run(state, Budget(200, stop_when_decided=True), 1)
        self._threads[0].promote(ROOT)
        self.clear()

    def run(self, state: State, budget: Budget, *, max_line: int = 12) -> SearchResult:
        """Search a state for the seat to act, which must have a choice.

        Time spent on compiling does not count towards the budget.
        """
        for thread in self._threads:
            thread.resume()
        if not self._threads[0].is_compiled:
            self.warm_up(state)  # after `resume`, so that `stop` ends it too
        return self._run(state, budget, max_line)

    def _run(self, state: State, budget: Budget, max_line: int) -> SearchResult:
        started = time.perf_counter()
        deadline = started + budget.seconds
        seat = state.turn
        if self._seat not in (None, seat):
            self.clear()
        self._seat = seat
        for thread in self._threads:
            thread.set_root(state, seat, budget.iterations)
        share = replace(budget, iterations=-(-budget.iterations // len(self._threads)))
        helpers = [
            threading.Thread(target=thread.run, args=(seat, share, deadline))
            for thread in self._threads[1:]
        ]
        for helper in helpers:
            helper.start()
        try:
            self._threads[0].run(seat, share, deadline)
        except BaseException:
            self.stop()
            raise
        finally:
            for helper in helpers:
                helper.join()
        return self._result(state, time.perf_counter() - started, max_line)

    def _result(self, state: State, seconds: float, max_line: int) -> SearchResult:
        seats = state.seats
        visits: dict[int, int] = dict.fromkeys(state.legal(), 0)
        sums: dict[int, list[float]] = {action: [0.0] * seats for action in visits}
        priors: dict[int, float] = dict.fromkeys(visits, 0.0)
        for thread in self._threads:
            for edge in thread.root_edges():
                if edge.action in visits:
                    visits[edge.action] += edge.visits
                    priors[edge.action] = edge.prior
                    earlier = sums[edge.action]
                    sums[edge.action] = [a + b for a, b in zip(earlier, edge.sums, strict=False)]
        prior_total = add_up(priors.values()) or 1.0
        moves = [
            RootMove(
                action,
                visits[action],
                tuple(total / (visits[action] or 1) for total in sums[action]),
                priors[action] / prior_total,
            )
            for action in visits
        ]
        moves.sort(key=lambda m: (-m.visits, -m.shares[state.turn], -m.prior, m.action))
        visit_total = sum(visits.values()) or 1
        shares = tuple(add_up(sums[a][n] for a in visits) / visit_total for n in range(seats))
        return SearchResult(
            tuple(moves),
            shares,
            sum(thread.iterations for thread in self._threads),
            sum(thread.decisions for thread in self._threads),
            seconds,
            tuple(self._threads[0].principal_variation(moves[0].action, max_line)),
        )
