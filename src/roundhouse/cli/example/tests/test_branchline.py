"""Tests of Branch Line: examples, exact counts and the conformance suite."""

from __future__ import annotations

import pytest

from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.conformance import check

GAME = "branchline"


def play(seats: int, *moves: str) -> State:
    game = registry.load(GAME, speed=INTERPRETED)
    state = game.start(seats)
    for words in moves:
        state.apply(game.parse(words))
    return state


def test_a_card_gives_as_many_rails_as_it_shows() -> None:
    state = play(2, "draw", "card 3", "draw", "card 1")
    assert state.py_state.rails[:2] == [3, 1]
    assert state.py_state.deck == [7, 8, 5]
    assert state.turn == 0


def test_a_station_is_paid_for_and_built_once() -> None:
    state = play(2, "draw", "card 3", "draw", "card 3", "build quarry")
    assert state.scores() == [2, 0]
    assert state.py_state.rails[:2] == [0, 3]
    offered = [state.game.text(action) for action in state.legal()]
    assert offered == ["draw", "build mill"]


def test_the_log() -> None:
    before = play(2, "draw", "card 3", "draw", "card 3")
    action = before.game.parse("build quarry")
    after = before.clone()
    after.apply(action)
    sentence = before.game.sentence(before, action, after, None)
    assert sentence == "@0 builds Quarry with 3 rails: 2 points"


@pytest.mark.parametrize("speed", [INTERPRETED, COMPILED])
def test_exact_counts_settle_arguments(speed: str) -> None:
    start = registry.load(GAME, speed=speed).start(2)
    assert [start.perft(depth) for depth in range(1, 9)] == [1, 3, 3, 9, 18, 40, 85, 202]


@pytest.mark.parametrize("seats", registry.meta(GAME).seats)
def test_conformance(seats: int) -> None:
    assert check(GAME, seats, games=2).games == 2
