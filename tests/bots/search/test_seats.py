"""What a search keeps from move to move is its seat's: nobody else gets any of it."""

from __future__ import annotations

import random

import pytest

from roundhouse import CHANCE, Game, State, load
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.search import Budget, RootMove, Search, SearchBot
from roundhouse.play.perspective import imagine

Thought = tuple[tuple[RootMove, ...], tuple[float, ...], int]


def choices(game: Game, seats: int, wanted: int) -> list[State]:
    """The first positions of a random game at which each of these seats has a choice."""
    rng = random.Random(3)
    state = game.start(seats)
    found: dict[int, State] = {}
    while len(found) < wanted:
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
            continue
        if len(state.legal()) > 1:
            found.setdefault(state.turn, state.clone())
        state.apply(rng.choice(state.legal()))
    return [found[seat] for seat in sorted(found)]


def thought(search: Search, state: State, iterations: int) -> Thought:
    verdict = search.think(imagine(state, state.turn, random.Random(5)), Budget(iterations))
    return verdict.moves, verdict.shares, verdict.iterations


@pytest.mark.parametrize(
    ("speed", "iterations"),
    [
        ("interpreted", 40),
        pytest.param("compiled", 600, marks=[pytest.mark.slow, pytest.mark.xdist_group("union")]),
    ],
)
def test_another_seat_gets_what_a_new_search_gives(speed: str, iterations: int) -> None:
    """In Union Pacific, where seats know different things."""
    game = load("union", speed=speed)
    first, second = choices(game, 3, 2)
    used = Search(game, random.Random(1))
    before = thought(used, first, iterations)
    after = thought(used, second, iterations)
    assert after == thought(Search(game, random.Random(1)), second, iterations)
    assert thought(used, first, iterations) == before  # and back again: nothing was kept


@pytest.mark.slow
def test_a_tree_that_would_fit_is_not_handed_on(fast_northern: Game) -> None:
    """Where nothing is hidden the next seat's position lies in the tree: it gets a new one."""
    state = fast_northern.start(3)
    search = Search(fast_northern, random.Random(1))
    state.apply(search.think(state, Budget(1000)).best)
    verdict = search.think(state, Budget(100))
    assert verdict.iterations == 100
    fresh = Search(fast_northern, random.Random(1)).think(state, Budget(100))
    assert verdict.moves == fresh.moves


def test_a_bot_forgets_between_matches(northern: Game) -> None:
    state = northern.start(3)
    level = LEVELS["easy"]
    assert level.budget is not None
    # By its iterations alone: by the clock a busy machine would think less the second time.
    bot = SearchBot(northern, random.Random(1), Budget(level.budget.iterations))
    first = bot.choose(state)
    bot.forget()
    assert bot.choose(state) == first
    for name in ("beginner", "easy"):
        LevelBot(LEVELS[name], northern, random.Random(1)).forget()
