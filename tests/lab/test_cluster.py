"""A Ray cluster of three nodes that loses one: every game is played once.

The nodes run on this machine, each with processes of its own.
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
from roundhouse.lab.dataset import DatasetConfig, make
from roundhouse.lab.journal import Execution, Journal, play_rest
from roundhouse.lab.puzzles.maker import GameTask, make_from_game
from roundhouse.lab.puzzles.maker import make as make_puzzles
from roundhouse.lab.schedule import GameResult, GameSetup, Matchup, build_schedule, play, play_all

ray: Any = pytest.importorskip("ray", reason="no Ray: pip install 'roundhouse-games[ray]'")

# Ray emits warnings about itself.
pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]

GAMES = 24


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")  # the nodes' processes inherit it
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    result = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [result.add_node(num_cpus=1) for _ in range(2)]
    result.wait_for_nodes()
    ray.init(address=result.address, logging_level="error", log_to_driver=False)
    try:
        yield result, others
    finally:
        ray.shutdown()
        result.shutdown()


def play_until_lost(doomed: str, marker: Path) -> Callable[[Matchup], GameResult]:
    """Return a `play` that records the node of each game.

    The doomed node hangs in its second game, which starts when a quarter of the games is done. That
    game can only be finished elsewhere, after the node is gone.
    """

    def play_and_note(matchup: Matchup) -> GameResult:
        node = ray.get_runtime_context().get_node_id()
        (marker / f"{matchup.number:02} {node}").touch()
        while True:
            names = [file.name for file in marker.iterdir()]
            hangs = sum(name.endswith(doomed) for name in names) > 1
            if not hangs if node == doomed else hangs or len(names) <= GAMES // 4:
                return play(matchup)
            time.sleep(0.2)

    return play_and_note


def test_losing_a_node_loses_no_game(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, others = cluster
    doomed = others[0].node_id
    started = tmp_path / "started"
    started.mkdir()
    monkeypatch.setattr("roundhouse.lab.schedule.play", play_until_lost(doomed, started))
    matchups = build_schedule("northern", ["greedy", "random"], 3, GAMES)
    path = tmp_path / "games.jsonl"
    lost = False

    def reached(done: int, total: int) -> None:
        nonlocal lost
        if not lost and done >= total // 2:
            result.remove_node(others[0], allow_graceful=False)
            lost = True

    played = play_rest(
        matchups, Execution(ray_address="auto", journal=Journal(path), progress=reached)
    )
    assert lost
    assert [one.matchup for one in played] == matchups  # each game once, in order
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + GAMES
    # Only the game that the lost node was playing was started a second time.
    starts = sorted(file.name.split() for file in started.iterdir())
    assert {number for number, _ in starts} == {f"{number:02}" for number in range(GAMES)}
    twice = {number for number, _ in starts if [one for one, _ in starts].count(number) > 1}
    assert twice
    assert all([number, doomed] in starts for number in twice)
    monkeypatch.undo()
    # The journal is complete: games are not played again, and more rounds add only new games.
    more = build_schedule("northern", ["greedy", "random"], 3, GAMES + 3)
    again = play_rest(more, Execution(ray_address="auto", journal=Journal(path)))
    assert again[:GAMES] == played
    assert path.read_text(encoding="utf-8").splitlines()[: 1 + GAMES] == lines
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + GAMES + 3
    # A single process plays the same games.
    alone = sorted(play_all(matchups[:3], jobs=1), key=lambda one: one.matchup.number)
    assert alone == played[:3]


def test_arena_balance_dataset_and_puzzles_share_the_pool(cluster: Any, tmp_path: Path) -> None:
    """The cluster gives the same results as one process."""
    execution = Execution(ray_address="auto")
    (there,) = compete(["northern"], ["greedy", "random"], [3], 3, execution=execution)
    (here,) = compete(["northern"], ["greedy", "random"], [3], 3, execution=Execution(jobs=1))
    assert [one.record for one in there.games] == [one.record for one in here.games]
    assert measure(GameSetup("northern", 3), "random", 3, execution=execution)[0].games == 3
    book = tmp_path / "puzzles.jsonl"
    assert make_puzzles(TINY, 2, book, ray_address="auto") >= 2
    head, *lines = [json.loads(line) for line in book.read_text(encoding="utf-8").splitlines()]
    results = [make_from_game(GameTask(number, TINY)) for number in head["games"]]
    assert lines == [
        entry for one in results if one.puzzles for entry in (one.record, *one.puzzles)
    ]
    pytest.importorskip("pyarrow")
    request = DatasetConfig("northern", 3, ("greedy",), 2)
    data = make(request, tmp_path / "there", execution)[0].read_bytes()
    assert data == make(request, tmp_path / "here", Execution(jobs=1))[0].read_bytes()
