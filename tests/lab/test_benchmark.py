"""The benchmark's parts; tests/cli runs the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import LoadNative

from roundhouse import Game
from roundhouse.core.backends import native_library
from roundhouse.core.rule import COMPILED, INTERPRETED, NATIVE
from roundhouse.lab.benchmark import (
    Reading,
    machine_code_speed,
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


def test_numba_compiles_where_there_is_no_library(
    load_native: LoadNative, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    load_native("northern")
    assert machine_code_speed("northern") == NATIVE
    monkeypatch.setattr(native_library, "SHIPPED", tmp_path)
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path))
    assert machine_code_speed("northern") == COMPILED


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.xdist_group("northern")
def test_rules_compiled_by_numba_start_faster_from_the_cache(northern: Game) -> None:
    legal, _ = measure_small_operations(northern.at_speed(COMPILED), 3)
    assert legal < measure_small_operations(northern, 3)[0]
    start = measure_starts("northern", 3, COMPILED)
    assert start.warm_seconds < start.cold_seconds
