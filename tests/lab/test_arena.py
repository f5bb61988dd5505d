"""The arena, from the schedule to files; the same in processes and on a cluster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roundhouse.lab import arena
from roundhouse.lab.journal import Execution

pytestmark = pytest.mark.usefixtures("interpreted")


def test_arena_plays_and_saves(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    results = arena.compete(
        ["northern"],
        ["greedy", "random"],
        [3],
        6,
        execution=Execution(jobs=1, progress=lambda done, of: seen.append((done, of))),
    )
    assert seen[-1] == (6, 6)
    assert results[0].table[0].bot == "greedy"
    arena.save(results, tmp_path)
    data = json.loads((tmp_path / "arena.json").read_text())
    assert data[0]["games"] == 6
    assert len(list((tmp_path / "records").glob("*.game"))) == 6
    assert "<svg" in (tmp_path / "northern-3.svg").read_text()
    assert "greedy" in (tmp_path / "arena.txt").read_text()


@pytest.mark.slow
def test_processes_give_the_same_results() -> None:
    one = arena.compete(["northern"], ["greedy", "random"], [3], 4, execution=Execution(jobs=1))
    two = arena.compete(["northern"], ["greedy", "random"], [3], 4, execution=Execution(jobs=2))
    assert one[0].games == two[0].games


@pytest.mark.slow
def test_a_ray_cluster_of_two_workers() -> None:
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        logging_level="error",
        runtime_env={"env_vars": {"ROUNDHOUSE_JIT": "0"}},
    )
    try:
        there = arena.compete(
            ["northern"], ["greedy", "random"], [3], 4, execution=Execution(ray_address="auto")
        )
    finally:
        ray.shutdown()
    here = arena.compete(["northern"], ["greedy", "random"], [3], 4, execution=Execution(jobs=1))
    assert there[0].games == here[0].games
