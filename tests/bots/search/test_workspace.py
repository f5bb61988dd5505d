"""A thread's workspace: memory of its own, settings by name, a tree that can be kept."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from roundhouse import Game
from roundhouse.bots.memory import Memory
from roundhouse.bots.search import Budget, Search
from roundhouse.bots.search.notes import Notes
from roundhouse.bots.search.tree import ROOT, VISITS, Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.bots.search.workspace import Workspace
from roundhouse.core.search_settings import SearchSettings

FOREVER = float("inf")


def spaces(game: Game) -> list[Workspace]:
    return [Workspace(game, 1, stream, game.room.search, 400) for stream in range(2)]


def pieces(space: Workspace) -> dict[str, object]:
    """Everything that a workspace writes to."""
    parts: tuple[Memory | Notes | Tree, ...] = (space.memory, space.notes, space.tree)
    found = {name: piece for part in parts for name, piece in part._asdict().items()}
    del found["boards"]  # which is only read
    return found


def test_a_workspace_shares_nothing_it_writes_to(northern_at_speed: Game) -> None:
    game = northern_at_speed
    one, other = (pieces(space) for space in spaces(game))
    theirs = {id(game.engine.scratches), id(game.engine.out), *map(id, other.values())}
    assert {"scratches", "out", "states", "rng", "nodes", "counts"} <= set(one)
    assert [name for name, piece in one.items() if id(piece) in theirs] == []


def test_the_rules_think_in_the_scratch_of_their_engine(northern_at_speed: Game) -> None:
    """Each fork has a scratch, and a workspace hands its own fork's to the rules."""
    one, other = spaces(northern_at_speed)
    assert one.memory.scratches is one.engine.scratches
    assert other.memory.scratches is other.engine.scratches
    assert one.engine.scratches is not other.engine.scratches
    assert len(one.memory.scratches) == 1


def test_tuning_has_the_settings_in_their_order() -> None:
    assert Tuning._fields == tuple(field.name for field in fields(SearchSettings))
    tuning = Tuning.of(SearchSettings(turns=8, scale=0.25))
    assert (tuning.turns, tuning.scale) == (8.0, 0.25)
    assert {type(number) for number in tuning} == {float}


def test_forgetting_makes_it_new(northern: Game) -> None:
    state = northern.start(3)
    used, fresh = (Workspace(northern, 7, 0, northern.room.search, 4000) for _ in range(2))
    used.place(state, 0, 30)
    used.run(0, Budget(30), FOREVER)
    used.forget()
    for space in (used, fresh):
        space.place(state, 0, 30)
        space.run(0, Budget(30), FOREVER)
    assert used.edges_at(ROOT) == fresh.edges_at(ROOT)
    assert used.memory.rng == fresh.memory.rng


@pytest.mark.slow
def test_what_lies_below_the_next_root_is_kept(fast_northern: Game) -> None:
    """Compiled only: the interpreter has no bytes to know a position again by."""
    state = fast_northern.start(4)
    search = Search(fast_northern, random.Random(1))
    best = search.think(state, Budget(1000)).best
    space = search._spaces[0]
    space.place(state, 0, 10)
    assert space.tree.edges[ROOT][VISITS] == 1000
    state.apply(best)
    space.place(state, 0, 10)
    assert 50 < space.tree.edges[ROOT][VISITS] < 1000
