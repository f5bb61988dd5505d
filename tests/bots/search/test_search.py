"""The search: sound tree, sensible results, the same at both speeds, stopping, keeping its tree."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace

import pytest

from roundhouse import Game, State
from roundhouse.bots.search import Budget, Search, SearchBot
from roundhouse.bots.search.tree import ROOT, VISITS
from roundhouse.bots.search.workspace import Workspace
from roundhouse.core.game import Position


def late(game: Game, seats: int, seed: int, left: int) -> State:
    """A position some plies before the end of a random game."""
    rng = random.Random(seed)
    states = [game.start(seats)]
    while not states[-1].over:
        state = states[-1].clone()
        state.apply(rng.choice(state.legal()))
        states.append(state)
    return states[-1 - left]


def test_adds_up(northern: Game) -> None:
    search = Search(northern, random.Random(1))
    state = northern.start(4)
    verdict = search.think(state, Budget(150))
    assert verdict.iterations == 150
    assert sum(move.visits for move in verdict.moves) == 150
    assert {move.action for move in verdict.moves} == set(state.legal())
    assert sum(verdict.shares) == pytest.approx(1)
    for move in verdict.moves:
        if move.visits:
            assert sum(move.shares) == pytest.approx(1)
            assert min(move.shares) >= 0
    assert verdict.line[0] == (0, verdict.best)
    assert [seat for seat, _ in verdict.line] == [n % 4 for n in range(len(verdict.line))]
    assert verdict.moves[0].visits == max(move.visits for move in verdict.moves)


def test_sees_a_win_in_one(northern: Game) -> None:
    """One ply before the end it knows which moves win."""
    seen = 0
    for seed in range(4):
        state = late(northern, 3, seed, 1)
        verdict = Search(northern, random.Random(seed)).think(state, Budget(120))
        for move in verdict.moves:
            after = state.clone()
            after.apply(move.action)
            if after.over and move.visits:
                won = after.ranks()[state.turn] == 0 and after.ranks().count(0) == 1
                assert (move.shares[state.turn] > 0.85) == won
                seen += 1
    assert seen


def test_same_seed_same_thoughts(northern: Game) -> None:
    state = northern.start(3)
    one, two = (Search(northern, random.Random(5)).think(state, Budget(80)) for _ in range(2))
    assert one.moves == two.moves


def test_a_full_table_goes_on(northern: Game) -> None:
    search = Search(northern, random.Random(2), pool=200)
    verdict = search.think(northern.start(4), Budget(100))
    assert verdict.iterations == 100
    assert sum(move.visits for move in verdict.moves) == 100


@pytest.mark.parametrize(("iterations", "last"), [(50, 50), (120, 60), (150, 30)])
def test_a_search_that_regrows_adds_its_trees_up(
    northern: Game, iterations: int, last: int
) -> None:
    state = northern.start(4)
    search = Search(northern, random.Random(4), settings=replace(northern.room.search, regrow=60))
    for _ in range(2):  # what was added up for one move is not for the next
        verdict = search.think(state, Budget(iterations))
        [space] = search._spaces
        assert verdict.iterations == iterations
        assert sum(move.visits for move in verdict.moves) == iterations
        assert sum(verdict.shares) == pytest.approx(1)
        assert space.tree.edges[ROOT][VISITS] == last


def test_what_follows_is_told_by_a_tree_that_has_grown(northern: Game) -> None:
    """The last may have been begun only just now."""
    settings = replace(northern.room.search, regrow=400)
    lines = []
    for iterations in (400, 402):
        search = Search(northern, random.Random(4), settings=settings)
        verdict = search.think(late(northern, 3, 0, 6), Budget(iterations))
        assert verdict.line[0][1] == verdict.best
        lines.append(verdict.line)
    assert len(lines[0]) > 1
    assert lines[1] == lines[0]


def test_a_settled_tree_is_followed_by_the_next(northern: Game) -> None:
    """Each may end early, when nothing left of it could change what it found."""
    state = late(northern, 3, 0, 1)
    found = {}
    for regrow in (0, 400):
        settings = replace(northern.room.search, regrow=regrow)
        search = Search(northern, random.Random(4), settings=settings)
        found[regrow] = search.think(state, Budget(1200, settle=True))
    assert found[400].best == found[0].best
    assert 400 < found[400].iterations < 1200
    assert sum(move.visits for move in found[400].moves) == found[400].iterations


def test_seconds_are_kept(northern: Game) -> None:
    begun = time.perf_counter()
    Search(northern, random.Random(3)).think(northern.start(4), Budget(seconds=0.1))
    assert time.perf_counter() - begun < 20  # not for ever, on however busy a machine


def test_stops_when_told(northern: Game) -> None:
    search = Search(northern, random.Random(4))
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    begun = time.perf_counter()
    verdict = search.think(northern.start(4), Budget(seconds=60))
    timer.join()
    assert time.perf_counter() - begun < 30
    assert verdict.best in northern.start(4).legal()


def test_without_any_time_it_has_looked_once(northern: Game) -> None:
    """Most visited is then what its advice likes, not whatever is legal first."""
    verdict = Search(northern, random.Random(3)).think(northern.start(4), Budget(seconds=0.0))
    assert verdict.iterations >= 1
    assert verdict.moves[0].visits >= 1


class Cold(Search):
    """As on a machine where nothing is compiled yet: that takes longer than there is to think."""

    COMPILING = 0.5
    stopped = False

    def rehearse(self, state: Position) -> None:
        time.sleep(self.COMPILING)
        if self.stopped:
            self.stop()
        super().rehearse(state)


@pytest.mark.parametrize("stopped", [False, True])
def test_compiling_is_not_thinking(
    northern: Game, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    state = northern.start(4)
    warm = Search(northern, random.Random(7)).think(state, Budget(40))
    search = Cold(northern, random.Random(7))
    search.stopped = stopped  # while it compiles
    monkeypatch.setattr(Workspace, "compiled", False)
    begun = time.perf_counter()
    verdict = search.think(state, Budget(40))
    assert time.perf_counter() - begun - verdict.seconds >= Cold.COMPILING
    if stopped:
        assert verdict.iterations == 1
    else:
        assert verdict.moves == warm.moves


def test_a_forced_move_takes_no_thought(northern: Game) -> None:
    class Forced(State):
        def legal(self) -> list[int]:
            return [7]

    state = Forced(northern, northern.start(3)._batch)
    assert SearchBot(northern, random.Random(1), Budget(10**9)).choose(state) == 7


def test_a_settled_choice_ends_the_search(northern: Game) -> None:
    """With the same luck a search that may stop early makes the choice of one that may not."""
    stopped = 0
    for seed in range(6):
        state = late(northern, 3, seed, 3)
        whole, part = (
            Search(northern, random.Random(seed)).think(state, Budget(200, settle=settle))
            for settle in (False, True)
        )
        assert part.best == whole.best
        first, second = (move.visits for move in part.moves[:2])
        if part.iterations < 200:
            assert first - second > 200 - part.iterations
            stopped += 1
        assert whole.iterations == 200
    assert stopped


def test_the_same_luck_is_the_same_search_on_any_machine(
    northern: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast it is: the clock decides how often it looks up, not what it finds."""
    found = []
    for seconds in (0.0, 100.0):
        monkeypatch.setattr("roundhouse.bots.search.workspace.CHUNK_SECONDS", seconds)
        search = Search(northern, random.Random(5))
        state = late(northern, 3, 5, 8)
        seen = []
        while not state.over and state.turn >= 0 and len(state.legal()) > 1:
            verdict = search.think(state, Budget(400, settle=True))
            seen.append((verdict.iterations, verdict.moves))
            state.apply(verdict.best)
        found.append(seen)
    assert any(iterations < 400 for iterations, _ in found[0])
    assert found[0] == found[1]


@pytest.mark.slow
def test_compiled(fast_northern: Game) -> None:
    """Speed: threads, keeping the tree, and the promised decisions per second."""
    game = fast_northern
    state = game.start(4)
    search = Search(game, random.Random(1), threads=2)
    search.think(state, Budget(50))
    verdict = search.think(state, Budget(2000))
    assert verdict.iterations == 1950  # the root was kept
    assert sum(move.visits for move in verdict.moves) == 2000
    assert search.think(state, Budget(100)).iterations == 0  # it knows enough
    # Of some tries: the machine may have something else to do during one of them.
    speeds = [verdict.decisions / verdict.seconds]
    for seed in range(9):
        again = Search(game, random.Random(seed), threads=2).think(game.start(4), Budget(2000))
        speeds.append(again.decisions / again.seconds)
    assert max(speeds) > 100_000
    state.apply(verdict.best)
    reply = Search(game, random.Random(1)).think(state, Budget(500)).best
    assert reply in state.legal()
