"""A search thread: its own buffers, its parameters, and the tree it keeps."""

from __future__ import annotations

import random

import pytest

from roundhouse import Game
from roundhouse.bots.buffers import ThreadBuffers
from roundhouse.bots.search import Budget, Search
from roundhouse.bots.search.search_buffers import SearchBuffers
from roundhouse.bots.search.search_thread import SearchThread
from roundhouse.bots.search.tree import ROOT, VISITS, Tree
from roundhouse.core.search_params import PARAMETERS, SearchParams

NO_DEADLINE = float("inf")


def two_threads(game: Game) -> list[SearchThread]:
    return [SearchThread(game, 1, stream, game.definition.search, 400) for stream in range(2)]


def written_buffers(thread: SearchThread) -> dict[str, object]:
    """Return the buffers that a thread writes to, by name."""
    parts: tuple[ThreadBuffers | SearchBuffers | Tree, ...] = (
        thread.buffers,
        thread.search_buffers,
        thread.tree,
    )
    buffers = {name: buffer for part in parts for name, buffer in part._asdict().items()}
    del buffers["boards"]  # read only
    return buffers


def test_threads_share_no_buffer_that_they_write(northern_at_speed: Game) -> None:
    game = northern_at_speed
    one, other = (written_buffers(thread) for thread in two_threads(game))
    others = {id(game.engine.scratches), id(game.engine.out), *map(id, other.values())}
    assert {"scratches", "out", "states", "rng", "nodes", "counters"} <= set(one)
    assert [name for name, buffer in one.items() if id(buffer) in others] == []


def test_thread_uses_the_scratch_of_its_engine(northern_at_speed: Game) -> None:
    """Each thread has its own fork of the engine, with its own scratch."""
    one, other = two_threads(northern_at_speed)
    assert one.buffers.scratches is one.engine.scratches
    assert other.buffers.scratches is other.engine.scratches
    assert one.engine.scratches is not other.engine.scratches
    assert len(one.buffers.scratches) == 1


def test_every_parameter_is_documented_and_a_float() -> None:
    assert SearchParams._fields == tuple(parameter.name for parameter in PARAMETERS)
    params = SearchParams(rollout_turns=8, value_scale=0.25).as_floats()
    assert (params.rollout_turns, params.value_scale) == (8.0, 0.25)
    assert {type(number) for number in params} == {float}


def test_cleared_thread_is_like_a_new_one(northern: Game) -> None:
    state = northern.start(3)
    used, fresh = (SearchThread(northern, 7, 0, northern.definition.search, 4000) for _ in range(2))
    used.set_root(state, 0, 30)
    used.run(0, Budget(30), NO_DEADLINE)
    used.clear()
    for thread in (used, fresh):
        thread.set_root(state, 0, 30)
        thread.run(0, Budget(30), NO_DEADLINE)
    assert used.edges_at(ROOT) == fresh.edges_at(ROOT)
    assert used.buffers.rng == fresh.buffers.rng


@pytest.mark.slow
def test_subtree_of_the_move_is_kept(fast_northern: Game) -> None:
    """Compiled only: interpreted states have no bytes to identify them by."""
    state = fast_northern.start(4)
    search = Search(fast_northern, random.Random(1))
    best = search.run(state, Budget(1000)).best
    thread = search._threads[0]
    thread.set_root(state, 0, 10)
    assert thread.tree.edges[ROOT][VISITS] == 1000
    state.apply(best)
    thread.set_root(state, 0, 10)
    assert 50 < thread.tree.edges[ROOT][VISITS] < 1000
