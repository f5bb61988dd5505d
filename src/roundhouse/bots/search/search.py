"""Thinking about positions, for one seat at a time."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace

from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.tree import ROOT
from roundhouse.bots.search.verdict import RootMove, Verdict
from roundhouse.bots.search.workspace import Workspace
from roundhouse.core.game import Game, Position
from roundhouse.core.search_settings import SearchSettings

POOL = 600_000  # edges of a tree at most: some 70 MB if it is ever full
SMALL_POOL = 20_000  # interpreted


def edges_of(iterations: int) -> int:
    """As many as a tree of so many iterations may want, and no more than it may have."""
    return min(POOL, 2000 + 40 * iterations)


class Search:
    """Keeps its tree from move to move, for the seat it thinks for: what is known from one seat's
    redeals is not for another. Asked by another seat, it begins as if it had just been made."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        threads: int = 1,
        settings: SearchSettings | None = None,
        pool: int = POOL,
        weights: Weights | None = None,
    ) -> None:
        self.game = game
        settings = settings or game.room.search_settings(weights is not None)
        pool = pool if game.engine.compiled else min(pool, SMALL_POOL)
        if settings.regrow:
            pool = min(pool, edges_of(int(settings.regrow)))
        seed = rng.getrandbits(60)
        self._seat: int | None = None
        self._spaces = [
            Workspace(game, seed, stream, settings, pool, weights)
            for stream in range(threads if game.engine.compiled else 1)
        ]

    def stop(self) -> None:
        """End the search that is running in another thread."""
        for space in self._spaces:
            space.stop()

    def forget(self) -> None:
        """Begin anew: for another match, or another seat."""
        self._seat = None
        for space in self._spaces:
            space.forget()

    def rehearse(self, state: Position) -> None:
        """Run everything that a search may need once, so that it is compiled."""
        self._think(state, Budget(200, settle=True), 1)
        self._spaces[0].keep(ROOT)
        self.forget()

    def think(self, state: Position, budget: Budget, *, longest: int = 12) -> Verdict:
        """Search from a state for the seat to act, which must have a choice. Compiling, where it
        has not been done, is not thinking: its time is not the budget's."""
        for space in self._spaces:
            space.resume()
        if not self._spaces[0].compiled:
            self.rehearse(state)  # to be stopped as well
        return self._think(state, budget, longest)

    def _think(self, state: Position, budget: Budget, longest: int) -> Verdict:
        begun = time.perf_counter()
        ends = begun + budget.seconds
        seat = state.turn
        if self._seat not in (None, seat):
            self.forget()
        self._seat = seat
        for space in self._spaces:
            space.place(state, seat, budget.iterations)
        share = replace(budget, iterations=-(-budget.iterations // len(self._spaces)))
        helpers = [
            threading.Thread(target=space.run, args=(seat, share, ends))
            for space in self._spaces[1:]
        ]
        for helper in helpers:
            helper.start()
        try:
            self._spaces[0].run(seat, share, ends)
        except BaseException:
            self.stop()
            raise
        finally:
            for helper in helpers:
                helper.join()
        return self._verdict(state, time.perf_counter() - begun, longest)

    def _verdict(self, state: Position, seconds: float, longest: int) -> Verdict:
        seats = state.seats
        visits: dict[int, int] = dict.fromkeys(state.legal(), 0)
        sums: dict[int, list[float]] = {action: [0.0] * seats for action in visits}
        likings: dict[int, float] = dict.fromkeys(visits, 0.0)
        for space in self._spaces:
            for edge in space.root_edges():
                if edge.action in visits:
                    visits[edge.action] += edge.visits
                    likings[edge.action] = edge.liking
                    so_far = sums[edge.action]
                    sums[edge.action] = [a + b for a, b in zip(so_far, edge.sums, strict=False)]
        all_likings = sum(likings.values()) or 1.0
        moves = [
            RootMove(
                action,
                visits[action],
                tuple(total / (visits[action] or 1) for total in sums[action]),
                likings[action] / all_likings,
            )
            for action in visits
        ]
        moves.sort(key=lambda m: (-m.visits, -m.shares[state.turn], -m.prior, m.action))
        in_all = sum(visits.values()) or 1
        shares = tuple(sum(sums[a][n] for a in visits) / in_all for n in range(seats))
        return Verdict(
            tuple(moves),
            shares,
            sum(space.iterations for space in self._spaces),
            sum(space.decisions for space in self._spaces),
            seconds,
            tuple(self._spaces[0].line(moves[0].action, longest)),
        )
