"""Bots use no hidden information: their input depends only on the view."""

from __future__ import annotations

import random

import pytest
from tests.speeds import repetition_speed

from roundhouse import CHANCE, State, games, load
from roundhouse.bots.registry import make_bot
from roundhouse.play import registry
from roundhouse.play.perspective import determinize

GAMES = [meta.id for meta in games()]


def choice_states(game: str, seats: int, count: int) -> list[State]:
    """Return states with a choice from a random game."""
    loaded = load(game, speed=repetition_speed(registry.package(game)))
    rng = random.Random(game)
    state = loaded.start(seats)
    states: list[State] = []
    for ply in range(400):
        if state.over or len(states) == count:
            break
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
            continue
        if ply % 7 == 0 and len(state.legal()) > 1:
            states.append(state.clone())
        state.apply(rng.choice(state.legal()))
    return states


@pytest.mark.parametrize("game", GAMES)
def test_same_view_gives_the_same_input(game: str) -> None:
    """States with the same view give the same determinized state for the same seed."""
    for state in choice_states(game, 3, 20):
        seat = state.turn
        other = state.redeal(seat, random.Random(1))
        for seed in range(3):
            one, two = (determinize(s, seat, random.Random(seed)) for s in (state, other))
            assert one.pack() == two.pack()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "bot",
    [
        "greedy",
        "beginner",
        "search:8",
        "search:8:risk_exponent=0.4:own_value_weight=0.5:leader_penalty=0.5:redeal_fraction=0.5",
    ],
)
def test_same_view_gives_the_same_moves(game: str, bot: str) -> None:
    for state in choice_states(game, 3, 2):
        seat = state.turn
        other = state.redeal(seat, random.Random(2))
        moves = [
            [
                make_bot(bot, state.game, random.Random(n)).choose(
                    determinize(s, seat, random.Random(n))
                )
                for n in range(2)
            ]
            for s in (state, other)
        ]
        assert moves[0] == moves[1]
