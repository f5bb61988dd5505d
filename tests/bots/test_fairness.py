"""Bots never see what is hidden: what they are handed follows from the view alone."""

from __future__ import annotations

import random

import pytest

from roundhouse import CHANCE, State, games, load
from roundhouse.bots.registry import make_bot
from roundhouse.play.perspective import imagine

GAMES = [meta.id for meta in games()]


def positions(game: str, seats: int, wanted: int) -> list[State]:
    """Positions with a choice, along a random game."""
    loaded = load(game, speed="interpreted")
    rng = random.Random(game)
    state = loaded.start(seats)
    found: list[State] = []
    for ply in range(400):
        if state.over or len(found) == wanted:
            break
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
            continue
        if ply % 7 == 0 and len(state.legal()) > 1:
            found.append(state.clone())
        state.apply(rng.choice(state.legal()))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_same_view_same_input(game: str) -> None:
    """Two truths that look the same to a seat become the very same state when it imagines them with
    the same random numbers: whatever a bot makes of it, it moves alike."""
    for state in positions(game, 3, 20):
        seat = state.turn
        other = state.redeal(seat, random.Random(1))
        for seed in range(3):
            one, two = (imagine(s, seat, random.Random(seed)) for s in (state, other))
            assert one.pack() == two.pack()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "bot", ["greedy", "beginner", "search:8", "search:8:risk=0.4:haste=0.5:spite=0.5"]
)
def test_same_view_same_moves(game: str, bot: str) -> None:
    for state in positions(game, 3, 2):
        seat = state.turn
        other = state.redeal(seat, random.Random(2))
        chosen = [
            [
                make_bot(bot, state.game, random.Random(n)).choose(
                    imagine(s, seat, random.Random(n))
                )
                for n in range(2)
            ]
            for s in (state, other)
        ]
        assert chosen[0] == chosen[1]
