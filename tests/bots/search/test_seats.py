"""A search keeps its tree for one seat; other seats get none of it."""

from __future__ import annotations

import random

import pytest
from tests.conftest import LoadNative

from roundhouse import CHANCE, Game, State, load
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.search import Budget, RootMove, Search, SearchBot
from roundhouse.play.perspective import determinize

Result = tuple[tuple[RootMove, ...], tuple[float, ...], int]


def first_choices(game: Game, seats: int, count: int) -> list[State]:
    """Return the first state of a random game in which each seat has a choice."""
    rng = random.Random(3)
    state = game.start(seats)
    states: dict[int, State] = {}
    while len(states) < count:
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
            continue
        if len(state.legal()) > 1:
            states.setdefault(state.turn, state.clone())
        state.apply(rng.choice(state.legal()))
    return [states[seat] for seat in sorted(states)]


def run_search(search: Search, state: State, iterations: int) -> Result:
    result = search.run(determinize(state, state.turn, random.Random(5)), Budget(iterations))
    return result.moves, result.shares, result.iterations


@pytest.mark.parametrize(
    ("speed", "iterations"),
    [
        ("interpreted", 40),
        pytest.param("native", 600, marks=[pytest.mark.slow, pytest.mark.xdist_group("union")]),
    ],
)
def test_search_for_another_seat_starts_from_scratch(
    speed: str, iterations: int, load_native: LoadNative
) -> None:
    """Checked with Union Pacific, which has hidden information."""
    game = load_native("union") if speed == "native" else load("union", speed=speed)
    first, second = first_choices(game, 3, 2)
    used = Search(game, random.Random(1))
    before = run_search(used, first, iterations)
    after = run_search(used, second, iterations)
    assert after == run_search(Search(game, random.Random(1)), second, iterations)
    assert run_search(used, first, iterations) == before  # and back again


@pytest.mark.slow
def test_tree_is_not_reused_for_the_next_seat(fast_northern: Game) -> None:
    """Even without hidden information, where the tree contains the next state."""
    state = fast_northern.start(3)
    search = Search(fast_northern, random.Random(1))
    state.apply(search.run(state, Budget(1000)).best)
    result = search.run(state, Budget(100))
    assert result.iterations == 100
    fresh = Search(fast_northern, random.Random(1)).run(state, Budget(100))
    assert result.moves == fresh.moves


def test_clear_makes_a_bot_repeat_its_move(northern: Game) -> None:
    state = northern.start(3)
    level = LEVELS["easy"]
    assert level.budget is not None
    # No time limit, so that the result does not depend on the speed of the machine.
    bot = SearchBot(northern, random.Random(1), Budget(level.budget.iterations))
    first = bot.choose(state)
    bot.clear()
    assert bot.choose(state) == first
    for name in ("beginner", "easy"):
        LevelBot(LEVELS[name], northern, random.Random(1)).clear()
