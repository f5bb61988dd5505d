"""The benchmark's parts; the command is tried in tests/cli."""

from __future__ import annotations

from roundhouse import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.lab.benchmark import Reading, random_play, small_times, start_times


def test_random_play_counts_whole_games(northern: Game) -> None:
    decisions, games, seconds = random_play(northern, 3, 0.0, 0)
    assert games == 1
    assert decisions > 10
    assert seconds > 0


def test_the_best_round_counts() -> None:
    reading = Reading("northern", 3, INTERPRETED, 1)
    for count in ((100, 1, 1.0), (300, 2, 1.5), (10, 1, 1.0)):
        reading.take(count)
    assert (reading.decisions, reading.games, reading.seconds) == (300, 2, 1.5)
    assert reading.decisions_per_second == 200


def test_small_times(northern: Game) -> None:
    legal, copy = small_times(northern, 3)
    assert 100 < legal < 1e6
    assert 100 < copy < 1e6


def test_a_first_game_in_a_process_of_its_own() -> None:
    start = start_times("northern", 3, INTERPRETED)
    assert start.cold_seconds > 0
    assert start.warm_seconds > 0
    assert 5 < start.memory_mb < 2000
