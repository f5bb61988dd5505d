"""Iterations that hide the searcher's cards, shown in a game of one secret.

Seat 0 holds a secret number, 0 or 1. It makes a move without effect; then seat 1 guesses the number
and wins if it is right. Otherwise seat 0 wins. Seat 2 only watches.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from roundhouse import Game
from roundhouse.bots.search import Budget, Search
from roundhouse.bots.search.search_thread import SearchThread
from roundhouse.bots.search.tree import ROOT
from roundhouse.core.constants import OVER
from roundhouse.core.layout import Struct, i8
from roundhouse.core.rng import below
from roundhouse.core.rule import INTERPRETED, rule

HOLDER, GUESSER = 0, 1
ITERATIONS = 400
SEEDS = 8


class SecretState(Struct):
    turn = i8()
    seats = i8()
    rules = i8()
    secret = i8()
    guess = i8()


@rule
def setup(board: Any, s: Any, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.secret = 1


@rule
def legal(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    out[0], out[1] = 0, 1
    return 2


@rule
def apply(board: Any, s: Any, scratch: Any, action: int) -> None:
    s.guess = action
    s.turn = GUESSER if s.turn == HOLDER else OVER


@rule
def ranks(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1
    out[GUESSER if s.guess == s.secret else HOLDER] = 0


@rule
def evaluate(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 0
    if s.turn == OVER:
        out[GUESSER if s.guess == s.secret else HOLDER] = 1


@rule
def redeal(board: Any, s: Any, scratch: Any, seat: int, rng: list[int]) -> None:
    if seat != HOLDER:
        s.secret = below(rng, 2)


@rule
def action_context(board: Any, s: Any, scratch: Any) -> int:
    return 0


@rule
def action_prior(board: Any, s: Any, scratch: Any, action: int, context: int) -> int:
    return 1


@pytest.fixture(scope="module")
def secret_game(northern: Game) -> Game:
    parts: dict[str, Any] = {
        "StateLayout": SecretState,
        "setup": setup,
        "legal": legal,
        "apply": apply,
        "ranks": ranks,
        "evaluate": evaluate,
        "redeal": redeal,
        "action_context": action_context,
        "action_prior": action_prior,
    }
    definition = replace(northern.definition, **parts)
    return Game(definition, northern.board_file, {}, INTERPRETED)


def share_of_holder(game: Game, fraction: float) -> float:
    """Return the mean over searches with different random numbers."""
    params = game.definition.search._replace(redeal_fraction=fraction, value_prior_weight=0.0)
    shares = []
    for seed in range(SEEDS):
        search = Search(game, random.Random(seed), params=params)
        shares.append(search.run(game.start(3), Budget(ITERATIONS)).shares[HOLDER])
    return sum(shares) / SEEDS


def test_others_do_not_answer_cards_they_cannot_know(secret_game: Game) -> None:
    """Without the parameter, the tree of the holder lets the guesser always guess right."""
    assert share_of_holder(secret_game, 0.0) < 0.2
    assert 0.35 < share_of_holder(secret_game, 0.5) < 0.65


@pytest.mark.parametrize("fraction", [0.25, 0.5])
def test_root_learns_from_the_rest_of_the_iterations(secret_game: Game, fraction: float) -> None:
    params = secret_game.definition.search._replace(redeal_fraction=fraction)
    thread = SearchThread(secret_game, 1, 0, params, 4000)
    thread.set_root(secret_game.start(3), HOLDER, ITERATIONS)
    thread.run(HOLDER, Budget(ITERATIONS), float("inf"))
    edges = thread.edges_at(ROOT)
    assert sum(edge.visits for edge in edges) == ITERATIONS * (1 - fraction)
    answers = sum(sum(answer.visits for answer in thread.edges_at(e.child)) for e in edges)
    # A node has no edges at its first visit.
    assert ITERATIONS * fraction - len(edges) <= answers <= ITERATIONS * fraction


def test_decided_search_counts_what_the_root_can_still_learn(secret_game: Game) -> None:
    """It stops when the rest of the iterations that the root learns from cannot change it."""
    params = secret_game.definition.search._replace(redeal_fraction=0.5)
    thread = SearchThread(secret_game, 1, 0, params, 4000)
    assert thread._root_visits_left(100) == 50
    assert thread._root_visits_left(101) == 51
