"""The search: results, restarts, time limits, early stops and reproducibility."""

from __future__ import annotations

import random
import threading
import time

import pytest

from roundhouse import Game, State
from roundhouse.bots.search import Budget, Search, SearchBot
from roundhouse.bots.search.search_thread import SearchThread
from roundhouse.bots.search.tree import ROOT, VISITS


def state_near_end(game: Game, seats: int, seed: int, plies_left: int) -> State:
    """Return the state this many plies before the end of a random game."""
    rng = random.Random(seed)
    states = [game.start(seats)]
    while not states[-1].over:
        state = states[-1].clone()
        state.apply(rng.choice(state.legal()))
        states.append(state)
    return states[-1 - plies_left]


def test_visits_and_shares_add_up(northern: Game) -> None:
    search = Search(northern, random.Random(1))
    state = northern.start(4)
    result = search.run(state, Budget(150))
    assert result.iterations == 150
    assert sum(move.visits for move in result.moves) == 150
    assert {move.action for move in result.moves} == set(state.legal())
    assert sum(result.shares) == pytest.approx(1)
    for move in result.moves:
        if move.visits:
            assert sum(move.shares) == pytest.approx(1)
            assert min(move.shares) >= 0
    assert result.principal_variation[0] == (0, result.best)
    assert [seat for seat, _ in result.principal_variation] == [
        n % 4 for n in range(len(result.principal_variation))
    ]
    assert result.moves[0].visits == max(move.visits for move in result.moves)


def test_search_recognizes_winning_moves_at_the_end(northern: Game) -> None:
    """One ply before the end the shares tell which moves win."""
    checked_moves = 0
    for seed in range(4):
        state = state_near_end(northern, 3, seed, 1)
        result = Search(northern, random.Random(seed)).run(state, Budget(120))
        for move in result.moves:
            after = state.clone()
            after.apply(move.action)
            if after.over and move.visits:
                is_sole_winner = after.ranks()[state.turn] == 0 and after.ranks().count(0) == 1
                assert (move.shares[state.turn] > 0.85) == is_sole_winner
                checked_moves += 1
    assert checked_moves


def test_same_seed_gives_the_same_search(northern: Game) -> None:
    state = northern.start(3)
    one, two = (Search(northern, random.Random(5)).run(state, Budget(80)) for _ in range(2))
    assert one.moves == two.moves


def test_search_continues_with_a_full_tree(northern: Game) -> None:
    search = Search(northern, random.Random(2), pool=200)
    result = search.run(northern.start(4), Budget(100))
    assert result.iterations == 100
    assert sum(move.visits for move in result.moves) == 100


@pytest.mark.parametrize(("iterations", "last"), [(50, 50), (120, 60), (150, 30)])
def test_restarted_trees_are_added_up(northern: Game, iterations: int, last: int) -> None:
    state = northern.start(4)
    search = Search(
        northern, random.Random(4), params=northern.definition.search._replace(restart_every=60)
    )
    for _ in range(2):  # the sums start at zero for each run
        result = search.run(state, Budget(iterations))
        [thread] = search._threads
        assert result.iterations == iterations
        assert sum(move.visits for move in result.moves) == iterations
        assert sum(result.shares) == pytest.approx(1)
        assert thread.tree.edges[ROOT][VISITS] == last


def test_principal_variation_comes_from_a_complete_tree(repeated_northern: Game) -> None:
    """The last tree may have only a few visits."""
    params = repeated_northern.definition.search._replace(restart_every=400)
    lines = []
    for iterations in (400, 402):
        search = Search(repeated_northern, random.Random(4), params=params)
        result = search.run(state_near_end(repeated_northern, 3, 0, 6), Budget(iterations))
        assert result.principal_variation[0][1] == result.best
        lines.append(result.principal_variation)
    assert len(lines[0]) > 1
    assert lines[1] == lines[0]


def test_decided_tree_is_followed_by_the_next(repeated_northern: Game) -> None:
    """Each tree ends early when the remaining iterations cannot change its move."""
    state = state_near_end(repeated_northern, 3, 0, 1)
    results = {}
    for restart_every in (0, 400):
        params = repeated_northern.definition.search._replace(restart_every=restart_every)
        search = Search(repeated_northern, random.Random(4), params=params)
        results[restart_every] = search.run(state, Budget(1200, stop_when_decided=True))
    assert results[400].best == results[0].best
    assert 400 < results[400].iterations < 1200
    assert sum(move.visits for move in results[400].moves) == results[400].iterations


def test_search_respects_its_seconds(northern: Game) -> None:
    start = time.perf_counter()
    Search(northern, random.Random(3)).run(northern.start(4), Budget(seconds=0.1))
    assert time.perf_counter() - start < 20  # generous, for a busy machine


def test_stop_ends_the_search(northern: Game) -> None:
    search = Search(northern, random.Random(4))
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    start = time.perf_counter()
    result = search.run(northern.start(4), Budget(seconds=60))
    timer.join()
    assert time.perf_counter() - start < 30
    assert result.best in northern.start(4).legal()


def test_search_without_time_runs_one_iteration(northern: Game) -> None:
    """The most visited move then has the highest prior."""
    result = Search(northern, random.Random(3)).run(northern.start(4), Budget(seconds=0.0))
    assert result.iterations >= 1
    assert result.moves[0].visits >= 1


class UncompiledSearch(Search):
    """A search on a machine where nothing is compiled yet."""

    COMPILE_SECONDS = 0.5
    stop_early = False

    def warm_up(self, state: State) -> None:
        time.sleep(self.COMPILE_SECONDS)
        if self.stop_early:
            self.stop()
        super().warm_up(state)


@pytest.mark.parametrize("stop_early", [False, True])
def test_compile_time_does_not_count(
    northern: Game, monkeypatch: pytest.MonkeyPatch, stop_early: bool
) -> None:
    state = northern.start(4)
    compiled_result = Search(northern, random.Random(7)).run(state, Budget(40))
    search = UncompiledSearch(northern, random.Random(7))
    search.stop_early = stop_early
    monkeypatch.setattr(SearchThread, "is_compiled", False)
    start = time.perf_counter()
    result = search.run(state, Budget(40))
    assert time.perf_counter() - start - result.seconds >= UncompiledSearch.COMPILE_SECONDS
    if stop_early:
        assert result.iterations == 1
    else:
        assert result.moves == compiled_result.moves


def test_forced_move_is_not_searched(northern: Game) -> None:
    class Forced(State):
        def legal(self) -> list[int]:
            return [7]

    state = Forced(northern, northern.start(3)._memory)
    assert SearchBot(northern, random.Random(1), Budget(10**9)).choose(state) == 7


def test_decided_search_ends_early_with_the_same_move(repeated_northern: Game) -> None:
    """With the same seed, stopping early does not change the move."""
    early_stops = 0
    for seed in range(6):
        state = state_near_end(repeated_northern, 3, seed, 3)
        whole, part = (
            Search(repeated_northern, random.Random(seed)).run(
                state, Budget(200, stop_when_decided=stop_when_decided)
            )
            for stop_when_decided in (False, True)
        )
        assert part.best == whole.best
        first, second = (move.visits for move in part.moves[:2])
        if part.iterations < 200:
            assert first - second > 200 - part.iterations
            early_stops += 1
        assert whole.iterations == 200
    assert early_stops


def test_search_does_not_depend_on_the_clock(
    repeated_northern: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock decides only how often a search checks its limits."""
    results = []
    for seconds in (0.0, 100.0):
        monkeypatch.setattr("roundhouse.bots.search.search_thread.CHUNK_SECONDS", seconds)
        search = Search(repeated_northern, random.Random(5))
        state = state_near_end(repeated_northern, 3, 5, 8)
        searches = []
        while not state.over and state.turn >= 0 and len(state.legal()) > 1:
            result = search.run(state, Budget(400, stop_when_decided=True))
            searches.append((result.iterations, result.moves))
            state.apply(result.best)
        results.append(searches)
    assert any(iterations < 400 for iterations, _ in results[0])
    assert results[0] == results[1]


@pytest.mark.slow
def test_compiled_search_keeps_its_tree_and_is_fast(fast_northern: Game) -> None:
    """With two threads, from move to move."""
    game = fast_northern
    state = game.start(4)
    search = Search(game, random.Random(1), threads=2)
    search.run(state, Budget(50))
    result = search.run(state, Budget(2000))
    assert result.iterations == 1950  # 50 of them in the kept tree
    assert sum(move.visits for move in result.moves) == 2000
    assert search.run(state, Budget(100)).iterations == 0  # the kept tree has enough
    # The best of ten attempts, because the machine may be busy during some.
    speeds = [result.decisions / result.seconds]
    for seed in range(9):
        other = Search(game, random.Random(seed), threads=2).run(game.start(4), Budget(2000))
        speeds.append(other.decisions / other.seconds)
    assert max(speeds) > 100_000
    state.apply(result.best)
    reply = Search(game, random.Random(1)).run(state, Budget(500)).best
    assert reply in state.legal()
