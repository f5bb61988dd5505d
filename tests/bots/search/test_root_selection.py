"""Sequential halving at the root."""

from __future__ import annotations

import random

import pytest

from roundhouse import Game
from roundhouse.bots.search import Budget, Search, SearchBot, SearchResult
from roundhouse.bots.search.root_selection import count_considered


def run_search(game: Game, actions: float, budget: Budget, seed: int = 1) -> SearchResult:
    params = game.definition.search._replace(root_actions=actions)
    return Search(game, random.Random(seed), params=params).run(game.start(4), budget)


def test_half_of_the_actions_drop_out_in_each_phase() -> None:
    counts = [count_considered(8, iteration, 320) for iteration in range(320)]
    assert counts == sorted(counts, reverse=True)
    lengths = {n: counts.count(n) for n in counts}
    assert lengths.keys() == {8, 4, 2, 1}
    assert lengths[1] == 10  # the last phase
    assert max(lengths[n] for n in (8, 4, 2)) - min(lengths[n] for n in (8, 4, 2)) <= 1


@pytest.mark.parametrize("actions", [1, 2, 3, 5, 100])
@pytest.mark.parametrize("budget", [1, 2, 16, 77])
def test_count_of_actions_stays_in_range(actions: int, budget: int) -> None:
    counts = [count_considered(actions, iteration, budget) for iteration in range(2 * budget)]
    assert all(1 <= count <= actions for count in counts)
    assert counts[-1] == 1


def test_iterations_are_shared_by_the_considered_actions(northern: Game) -> None:
    result = run_search(northern, 4, Budget(200))
    visits = [move.visits for move in result.moves]
    assert sum(visits) == 200
    assert sum(1 for count in visits if count > 1) <= 6  # values change which four are best
    assert visits[0] > visits[1] > visits[2]
    assert visits[2] >= 200 // 2 // 6  # its part of the first of two phases


def test_search_by_the_clock_uses_puct(northern: Game) -> None:
    """Without a number of iterations there are no phases."""
    budget = Budget(seconds=0.0)
    assert run_search(northern, 4, budget).moves == run_search(northern, 0, budget).moves


def test_search_does_not_depend_on_the_clock(
    northern: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = []
    for seconds in (0.0, 100.0):
        monkeypatch.setattr("roundhouse.bots.search.search_thread.CHUNK_SECONDS", seconds)
        results.append(run_search(northern, 8, Budget(150, stop_when_decided=True)).moves)
    assert results[0] == results[1]


def test_bot_plays_the_best_of_the_last_phase(northern: Game) -> None:
    params = northern.definition.search._replace(root_actions=6)
    bot = SearchBot(northern, random.Random(2), Budget(100), params)
    action = bot.choose(northern.start(4))
    assert bot.last_search is not None
    assert action == bot.last_search.moves[0].action
