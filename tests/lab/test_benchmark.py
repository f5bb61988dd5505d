"""The benchmark's parts; tests/cli runs the command."""

from __future__ import annotations

from roundhouse import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.lab.benchmark import (
    Reading,
    measure_small_operations,
    measure_starts,
    play_randomly,
)


def test_random_play_counts_whole_games(northern: Game) -> None:
    decisions, games, seconds = play_randomly(northern, 3, 0.0, 0)
    assert games == 1
    assert decisions > 10
    assert seconds > 0


def test_the_best_round_counts() -> None:
    reading = Reading("northern", 3, INTERPRETED, 1)
    for count in ((100, 1, 1.0), (300, 2, 1.5), (10, 1, 1.0)):
        reading.keep_if_faster(count)
    assert (reading.decisions, reading.games, reading.seconds) == (300, 2, 1.5)
    assert reading.decisions_per_second == 200


def test_small_times(northern: Game) -> None:
    legal, copy = measure_small_operations(northern, 3)
    assert 100 < legal < 1e6
    assert 100 < copy < 1e6


def test_start_times_run_a_process() -> None:
    start = measure_starts("northern", 3, INTERPRETED)
    assert start.cold_seconds > 0
    assert start.warm_seconds > 0
    assert 5 < start.memory_mb < 2000
