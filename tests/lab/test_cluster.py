"""A cluster of three machines of which one is lost half way: every game once, none lost.

The machines are Ray nodes on this one, each with a process of its own for everything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.lab.tiny_puzzles import TINY

from roundhouse.lab.arena import compete
from roundhouse.lab.balance import measure
from roundhouse.lab.dataset import Asked, make
from roundhouse.lab.fixtures import Fixture, Played, play, play_all, schedule
from roundhouse.lab.journal import Journal, play_rest
from roundhouse.lab.puzzles.maker import Piece, look_through
from roundhouse.lab.puzzles.maker import make as make_puzzles

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


def works_until_lost(doomed: str, begun: Path) -> Callable[[Fixture], Played]:
    """`play`, noting where each game was begun. The doomed node gets stuck in its second game, for
    which the others wait a quarter through: that one can only be finished elsewhere, after the node
    is gone."""

    def noted(fixture: Fixture) -> Played:
        node = ray.get_runtime_context().get_node_id()
        (begun / f"{fixture.number:02} {node}").touch()
        while True:
            names = [file.name for file in begun.iterdir()]
            stuck = sum(name.endswith(doomed) for name in names) > 1
            if not stuck if node == doomed else stuck or len(names) <= GAMES // 4:
                return play(fixture)
            time.sleep(0.2)

    return noted


def test_a_node_is_lost_half_way(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, others = cluster
    doomed = others[0].node_id
    begun = tmp_path / "begun"
    begun.mkdir()
    monkeypatch.setattr("roundhouse.lab.fixtures.play", works_until_lost(doomed, begun))
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
    # The node was in the middle of a game, and only what it was at was begun a second time.
    starts = sorted(file.name.split() for file in begun.iterdir())
    assert {number for number, _ in starts} == {f"{number:02}" for number in range(GAMES)}
    twice = {number for number, _ in starts if [one for one, _ in starts].count(number) > 1}
    assert twice
    assert all([number, doomed] in starts for number in twice)
    monkeypatch.undo()
    # The journal goes on: nothing is played again, and more rounds play only the new ones.
    more = schedule("northern", ["greedy", "random"], 3, GAMES + 3)
    again = play_rest(more, Journal(path), ray_address="auto")
    assert again[:GAMES] == played
    assert path.read_text(encoding="utf-8").splitlines()[: 1 + GAMES] == lines
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + GAMES + 3
    # And they are the games that one process plays.
    alone = sorted(play_all(fixtures[:3], jobs=1), key=lambda one: one.fixture.number)
    assert alone == played[:3]


def test_arena_balance_dataset_and_puzzles_share_the_pool(cluster: Any, tmp_path: Path) -> None:
    """What each makes on the cluster is what it makes in one process."""
    (there,) = compete(["northern"], ["greedy", "random"], [3], 3, ray_address="auto")
    (here,) = compete(["northern"], ["greedy", "random"], [3], 3, jobs=1)
    assert [one.record for one in there.played] == [one.record for one in here.played]
    assert measure("northern", 3, "random", 3, ray_address="auto")[0].games == 3
    book = tmp_path / "puzzles.jsonl"
    assert make_puzzles(TINY, 2, book, ray_address="auto") >= 2
    head, *lines = [json.loads(line) for line in book.read_text(encoding="utf-8").splitlines()]
    found = [look_through(Piece(number, TINY)) for number in head["games"]]
    assert lines == [entry for one in found if one.puzzles for entry in (one.record, *one.puzzles)]
    pytest.importorskip("pyarrow")
    asked = Asked("northern", 3, ("greedy",), 2)
    data = make(asked, tmp_path / "there", ray_address="auto")[0].read_bytes()
    assert data == make(asked, tmp_path / "here", jobs=1)[0].read_bytes()
