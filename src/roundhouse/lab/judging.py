"""Judging decisions: what each move gave away, and what was at stake.

A decision is judged by the seat's share of the win. If even the best move wins almost never, it is
judged by the seat's own score instead, so that playing on for a good score counts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from roundhouse.bots.net import trained_weights
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State, automatic_action
from roundhouse.play.perspective import determinize
from roundhouse.play.record import ReplayStep

HOPELESS_SHARE = 0.02  # below this share of the win, the score is what counts
QUICK, DEEP = 0.5, 2.0  # parts of the budget: for a first look, and where the move is in doubt
MIN_STAKE = 0.01  # a decision with less at stake says nothing about a player
MAX_ITERATIONS = 1 << 30
WIN, SCORE = "win", "score"


@dataclass(frozen=True)
class Judgement:
    """A decision: what its move gave away, as a share of the win or of the score."""

    ply: int
    seat: int
    shares: tuple[float, ...]  # of the win, before the move
    cost: float
    stake: float  # what the best move is worth above the average of all moves
    best: int
    measure: str  # WIN or SCORE
    helped: tuple[float, ...] = ()  # what each seat's share won or lost by the move; empty: unknown


class Judge:
    """A search that judges decision after decision, a first look before a deep one."""

    def __init__(self, game: Game, budget: Budget, rng: random.Random) -> None:
        self._game, self._rng, self._budget = game, rng, budget
        self._win = Search(game, rng, weights=trained_weights(game))
        self._score: Search | None = None

    def judge(self, ply: int, step: ReplayStep) -> Judgement | None:
        """Judge a decision, or return None if the search had no time for it."""
        seat = step.before.turn
        result = self._search(self._win, step.before, QUICK)
        if not result.moves[0].visits:
            return None
        if result.best != step.action:
            deep = self._search(self._win, step.before, DEEP)
            result = deep if deep.moves[0].visits else result
        shares, measure, helped = result.shares, WIN, share_changes(result, step.action)
        if max(move.shares[seat] for move in result.moves if move.visits) > HOPELESS_SHARE:
            cost = self._cost(result, step)
        else:
            result = self._search(self._score_search(), step.before, DEEP)
            cost, measure, helped = self._score_cost(result, step), SCORE, ()
        stake = stake_of(result, seat)
        return Judgement(ply, seat, shares, cost, stake, result.best, measure, helped)

    def _cost(self, result: SearchResult, step: ReplayStep) -> float:
        """Return what a move gave away; a move that the search skipped is tried later."""
        seat = step.before.turn
        cost = move_cost(result, seat, step.action)
        if cost is None:
            after = self._share_after(step.before, step.action)
            cost = max(0.0, result.moves[0].shares[seat] - after)
        return round(cost, 4)

    def _score_cost(self, result: SearchResult, step: ReplayStep) -> float:
        """Return the score that a move gave away; a skipped move is the worst."""
        seat = step.before.turn
        cost = move_cost(result, seat, step.action)
        if cost is None:
            worth = [move.shares[seat] for move in result.moves if move.visits]
            cost = max(0.0, worth[0] - min(worth)) if worth else 0.0
        return cost

    def _share_after(self, before: State, action: int) -> float:
        """Return the share of the win of the seat to move, after one of its moves."""
        seat, state = before.turn, determinize(before, before.turn, self._rng)
        state.apply(action)
        while not state.over:
            automatic = automatic_action(state, self._rng)
            if automatic is None:
                return self._search(self._win, state, DEEP).shares[seat]
            state.apply(automatic)
        return final_shares(state)[seat]

    def _score_search(self) -> Search:
        if self._score is None:
            params = self._game.definition.search_params(False)._replace(own_value_weight=1.0)
            self._score = Search(self._game, self._rng, params=params)
        return self._score

    def _search(self, search: Search, state: State, part: float) -> SearchResult:
        budget = replace(
            self._budget,
            iterations=max(1, min(MAX_ITERATIONS, int(self._budget.iterations * part))),
            seconds=self._budget.seconds * part,
        )
        return search.run(determinize(state, state.turn, self._rng), budget, max_line=1)


def move_cost(result: SearchResult, seat: int, action: int) -> float | None:
    """Return what an action gave away against the best one, or None if unsearched."""
    best = result.moves[0]
    for move in result.moves:
        if move.action == action and move.visits:
            return round(max(0.0, best.shares[seat] - move.shares[seat]), 4)
    return None


def share_changes(result: SearchResult, action: int) -> tuple[float, ...]:
    """Return how the move changed each share against the best one; empty: unknown."""
    best = result.moves[0]
    for move in result.moves:
        if move.action == action and move.visits:
            pairs = zip(move.shares, best.shares, strict=True)
            return tuple(round(share - most, 4) for share, most in pairs)
    return ()


def stake_of(result: SearchResult, seat: int) -> float:
    """Return what the best move is worth above the average of the searched moves."""
    worth = [move.shares[seat] for move in result.moves if move.visits]
    return max(0.0, worth[0] - fmean(worth)) if worth else 0.0


def final_shares(state: State) -> list[float]:
    """Return each seat's share of the win in a finished game."""
    ranks = state.ranks()
    winners = ranks.count(0) or 1
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def find_decisions(steps: Sequence[ReplayStep]) -> list[int]:
    """Return the plies at which a seat had a choice."""
    return [
        ply
        for ply, step in enumerate(steps)
        if step.before.turn != CHANCE and len(step.before.legal()) > 1
    ]


def accuracy(
    judged: Sequence[tuple[int, float | None, float]], of: Sequence[int]
) -> list[dict[str, Any]]:
    """Return how well each seat played, from 0 (random) to 1 (always the best move).

    `judged` has the seat, cost and stake of each judged decision, `of` the number of decisions of
    each seat. The accuracy is the part of everything at stake that the moves kept. A decision with
    nothing at stake counts as judged, but does not raise the accuracy.
    """
    rows = []
    for seat, decisions in enumerate(of):
        own = [(cost, stake) for n, cost, stake in judged if n == seat and cost is not None]
        real = [(cost, max(cost, stake)) for cost, stake in own if max(cost, stake) >= MIN_STAKE]
        stakes = sum(stake for _, stake in real)
        share = 1 - sum(cost for cost, _ in real) / stakes if stakes else None
        rows.append(
            {
                "seat": seat,
                "accuracy": None if share is None else round(max(0.0, share), 4),
                "decisions": len(own),
                "of": decisions,
            }
        )
    return rows
