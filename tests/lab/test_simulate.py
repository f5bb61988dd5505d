"""Simulations: the numbered games of a seed."""

from __future__ import annotations

import pytest

from roundhouse import Game
from roundhouse.lab.bot_game import play_game, seating
from roundhouse.lab.schedule import build_simulation_schedule, simulate

BOTS = ["greedy", "random"]


def test_the_games_of_a_seed(northern: Game) -> None:
    games = list(simulate(northern, build_simulation_schedule(northern, BOTS, 3, 4, 7)))
    assert [game.matchup.number for game in games] == [0, 1, 2, 3]
    for n, game in enumerate(games):
        record, last = play_game(northern, seating(BOTS, 3, n), f"7 {n}")
        assert game.record == record.dumps()
        assert game.end == last.end().code
    assert games == list(simulate(northern, build_simulation_schedule(northern, BOTS, 3, 4, 7)))


@pytest.mark.slow
@pytest.mark.usefixtures("interpreted")
def test_processes_play_the_same_games(northern: Game) -> None:
    assert list(simulate(northern, build_simulation_schedule(northern, BOTS, 3, 9), 2)) == list(
        simulate(northern, build_simulation_schedule(northern, BOTS, 3, 9))
    )
