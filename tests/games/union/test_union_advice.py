"""Advice: sane numbers, and a greedy player that knows what it is doing."""

from __future__ import annotations

import random

import pytest

from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.core.contract import CHANCE
from roundhouse.games.union.advice import hunch, prefer, value
from roundhouse.games.union.state import Position

from .union_table import game, opened, own


def worth(state: Position) -> list[int]:
    out = [0] * 6
    value(state.board, state.twin, state.scratch, out)
    return out[: state.seats]


@pytest.mark.parametrize("seats", [2, 5])
def test_preferences_are_in_range_and_the_end_is_the_score(seats: int) -> None:
    rng = random.Random(seats)
    state = game().start(seats)
    while not state.over:
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
            continue
        board, s, scratch, packed = state.board, state.twin, state.scratch, state.pack()
        turns = hunch(board, s, scratch)
        liked = [prefer(board, s, scratch, a, turns) for a in actions]
        assert all(0 <= liking <= 1000 for liking in liked)
        assert min(worth(state)) >= 0
        assert state.pack() == packed  # advice changes nothing
        state.apply(rng.choice(actions))
    assert worth(state) == [100 * money for money in state.scores()]


def test_more_shares_in_front_are_worth_more() -> None:
    state = opened(3)
    before = worth(state)
    own(state, 0, darkblue=2)
    after = worth(state)
    assert after[0] > before[0]
    assert after[2] < before[2]  # it has two of them in hand


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    won, games = 0, 8
    for n in range(games):
        rng = random.Random(n)
        state = game().start(2)
        bot = GreedyBot(game(), rng)
        while not state.over:
            if state.turn == CHANCE:
                state.apply(rng.choices(state.legal(), state.weights())[0])
            elif state.turn == n % 2:
                state.apply(bot.choose(state.redeal(state.turn, rng)))
            else:
                state.apply(rng.choice(state.legal()))
        won += state.ranks()[n % 2] == 0
    assert won >= games - 1
