"""A cluster of three machines of which one is lost half way: every game once, none lost.

The machines are Ray nodes on this one, each with a process of its own for everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundhouse.lab.arena import compete
from roundhouse.lab.balance import measure
from roundhouse.lab.dataset import Asked, make
from roundhouse.lab.fixtures import play_all, schedule
from roundhouse.lab.journal import Journal, play_rest

ray: Any = pytest.importorskip("ray", reason="no Ray: pip install 'roundhouse[ray]'")

# Warnings of Ray's own, about itself.
pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]

GAMES = 24


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")  # the nodes' processes inherit it
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [made.add_node(num_cpus=1) for _ in range(2)]
    made.wait_for_nodes()
    ray.init(address=made.address, logging_level="error", log_to_driver=False)
    try:
        yield made, others
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_node_is_lost_half_way(cluster: Any, tmp_path: Path) -> None:
    made, others = cluster
    fixtures = schedule("northern", ["greedy", "random"], 3, GAMES)
    path = tmp_path / "games.jsonl"
    lost = False

    def reached(done: int, total: int) -> None:
        nonlocal lost
        if not lost and done >= total // 2:
            made.remove_node(others[0], allow_graceful=False)
            lost = True

    played = play_rest(fixtures, Journal(path), ray_address="auto", progress=reached)
    assert lost
    assert [one.fixture for one in played] == fixtures  # each once, in order
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + GAMES
    # The journal goes on: nothing is played again, and more rounds play only the new ones.
    more = schedule("northern", ["greedy", "random"], 3, GAMES + 3)
    again = play_rest(more, Journal(path), ray_address="auto")
    assert again[:GAMES] == played
    assert path.read_text(encoding="utf-8").splitlines()[: 1 + GAMES] == lines
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + GAMES + 3
    # And they are the games that one process plays.
    alone = sorted(play_all(fixtures[:3], jobs=1), key=lambda one: one.fixture.number)
    assert alone == played[:3]
    # Arena, balance and dataset take the same pool; two machines are left.
    (result,) = compete(["northern"], ["greedy", "random"], [3], 3, ray_address="auto")
    assert [one.record for one in result.played] == [one.record for one in played[:3]]
    balance, _ = measure("northern", 3, "random", 3, ray_address="auto")
    assert balance.games == 3
    pytest.importorskip("pyarrow")
    asked = Asked("northern", 3, ("greedy",), 2)
    there = make(asked, tmp_path / "there", ray_address="auto")[0].read_bytes()
    assert there == make(asked, tmp_path / "here", jobs=1)[0].read_bytes()
