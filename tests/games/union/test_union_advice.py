"""Heuristics: ranges of the priors, values, and games of the greedy bot."""

from __future__ import annotations

import random

import pytest

from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.core.constants import CHANCE
from roundhouse.games.union.advice import action_context, action_prior
from roundhouse.games.union.advice import evaluate as evaluate_rule
from roundhouse.games.union.state import State

from .states import game, opened, own


def evaluate(state: State) -> list[int]:
    out = [0] * 6
    evaluate_rule(state.board, state.py_state, state.scratch, out)
    return out[: state.seats]


@pytest.mark.parametrize("seats", [2, 5])
def test_priors_are_in_range_and_the_final_value_is_the_score(seats: int) -> None:
    rng = random.Random(seats)
    state = game().start(seats)
    while not state.over:
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
            continue
        board, s, scratch, packed = state.board, state.py_state, state.scratch, state.pack()
        turns = action_context(board, s, scratch)
        liked = [action_prior(board, s, scratch, a, turns) for a in actions]
        assert all(0 <= prior <= 1000 for prior in liked)
        assert min(evaluate(state)) >= 0
        assert state.pack() == packed  # heuristics do not change the state
        state.apply(rng.choice(actions))
    assert evaluate(state) == [100 * money for money in state.scores()]


def test_more_shares_in_front_have_a_higher_value() -> None:
    state = opened(3)
    before = evaluate(state)
    own(state, 0, darkblue=2)
    after = evaluate(state)
    assert after[0] > before[0]
    assert after[2] < before[2]  # seat 2 has two of that company in hand


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
