"""The arena: fair seating, the same luck, honest counting."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots import arena, crew
from roundhouse.bots.contest import Fixture, Played, play
from roundhouse.bots.ledger import ForeignLedger, Ledger
from roundhouse.bots.tally import rate, standings, wilson
from roundhouse.core.errors import RoundhouseError
from roundhouse.play.record import Record


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")


def fake(number: int, bots: tuple[str, ...], ranks: tuple[int, ...]) -> Played:
    fixture = Fixture(number, "northern", bots, "", "")
    return Played(
        fixture, "", ranks, tuple(-r for r in ranks), 1, (1,) * len(bots), (0.0,) * len(bots)
    )


@pytest.mark.parametrize(
    ("bots", "seats"),
    [(("a", "b"), 4), (("a", "b", "c"), 4), (("a", "b", "b", "b"), 4), (("a", "b", "c"), 3)],
)
def test_everybody_sits_everywhere(
    bots: tuple[str, ...], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "check_name", lambda name: None)
    fixtures = arena.schedule("northern", bots, seats, seats * len(bots) * 2)
    counts = Counter((f.bots[n], n) for f in fixtures for n in range(seats))
    for bot in set(bots):
        assert len({counts[bot, n] for n in range(seats)}) == 1
    for deal in range(len(bots) * 2):
        assert len({f.deal for f in fixtures[deal * seats : (deal + 1) * seats]}) == 1
    assert len({f.seed for f in fixtures}) == len(fixtures)


def test_too_many_bots() -> None:
    with pytest.raises(RoundhouseError):
        arena.schedule("northern", ("random",) * 5, 4, 1)


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    low, high = wilson(1.0, 100)
    assert low == pytest.approx(0.963, abs=1e-3)
    assert high == pytest.approx(1.0)
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_ties_split_the_win() -> None:
    table = standings(
        [fake(0, ("a", "b", "b"), (0, 0, 2)), fake(1, ("b", "a", "b"), (1, 0, 2))], rated=False
    )
    rows = {row.bot: row for row in table}
    assert rows["a"].share == pytest.approx(0.75)
    assert rows["a"].fair == pytest.approx(1 / 3)
    assert rows["a"].times_fair == pytest.approx(2.25)
    assert rows["b"].share == pytest.approx(0.25)


def test_ratings_follow_results() -> None:
    ratings = rate(fake(n, ("a", "b", "c"), (0, 1, 2)) for n in range(30))
    assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert ratings["a"][1] < 8


def test_a_fixture_replays(tmp_path: Path) -> None:
    fixture = Fixture(3, "northern", ("random", "greedy", "random"), "deal", "seed")
    played = play(fixture)
    assert play(fixture) == played
    record = Record.loads(played.record)
    *_, last = record.replay(record.load_game())
    assert last.over
    assert tuple(last.ranks()) == played.ranks
    assert record.names == ("random 1", "greedy 1", "random 2")


def test_the_whole_arena(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    results = arena.compete(
        ["northern"],
        ["greedy", "random"],
        [3],
        6,
        jobs=1,
        progress=lambda done, of: seen.append((done, of)),
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
    one = arena.compete(["northern"], ["greedy", "random"], [3], 4, jobs=1)
    two = arena.compete(["northern"], ["greedy", "random"], [3], 4, jobs=2)
    assert one[0].played == two[0].played


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
        there = arena.compete(["northern"], ["greedy", "random"], [3], 4, ray_address="auto")
    finally:
        ray.shutdown()
    here = arena.compete(["northern"], ["greedy", "random"], [3], 4, jobs=1)
    assert there[0].played == here[0].played


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_arena_leaves_nobody_playing() -> None:
    sources = str(Path(roundhouse.__file__).parents[1])
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "roundhouse",
            "arena",
            "--games",
            "northern",
            "--bots",
            "random",
            "--rounds",
            "100000",
            "--jobs",
            "2",
        ],
        env={**os.environ, "PYTHONPATH": sources},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")

    def wait_until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end
            time.sleep(0.05)

    wait_until(lambda: len(listed.read_text().split()) >= 3)  # two players, a resource tracker
    children = listed.read_text().split()
    process.kill()
    process.wait()
    wait_until(lambda: not any(_alive(child) for child in children))


def _alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_run_cut_short_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run" / "games.jsonl"
    whole = arena.compete(["northern"], ["greedy", "random"], [3], 6, jobs=1)
    arena.compete(["northern"], ["greedy", "random"], [3], 4, jobs=1, ledger=Ledger(path))
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_text("".join(lines[:4]) + lines[4][:40])  # the fourth game was being written
    played: list[Fixture] = []
    monkeypatch.setattr(crew, "play", lambda fixture: played.append(fixture) or play(fixture))
    again = arena.compete(["northern"], ["greedy", "random"], [3], 6, jobs=1, ledger=Ledger(path))
    assert [fixture.number for fixture in played] == [3, 4, 5]
    assert again[0].played == whole[0].played
    assert len(path.read_text().splitlines()) == 7


@pytest.mark.parametrize("text", ["", "hello\n", '{"program": "older"}\n'])
def test_a_ledger_of_somebody_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(ForeignLedger):
        Ledger(path)
    assert path.read_text() == text


def test_a_ledger_with_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Ledger(path)
    with path.open("a") as file:
        file.write('{"fixture": 3}\n')
    with pytest.raises(ForeignLedger, match="line 2"):
        Ledger(path)
