"""Simulations: the numbered games of a seed, whoever plays them."""

from __future__ import annotations

import pytest

from roundhouse import Game
from roundhouse.lab.bot_game import play_game, seating
from roundhouse.lab.simulate import simulate

BOTS = ["greedy", "random"]


def test_the_games_of_a_seed(northern: Game) -> None:
    games = list(simulate(northern, BOTS, 3, 4, seed=7))
    assert [game.fixture.number for game in games] == [0, 1, 2, 3]
    for n, game in enumerate(games):
        record, last = play_game(northern, seating(BOTS, 3, n), f"7 {n}")
        assert game.record == record.dumps()
        assert game.end == last.end().code
    assert games == list(simulate(northern, BOTS, 3, 4, seed=7))


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_processes_play_the_same_games(northern: Game) -> None:
    assert list(simulate(northern, BOTS, 3, 9, jobs=2)) == list(simulate(northern, BOTS, 3, 9))
