"""Datasets: every decision a row, true to the games, the same again from the same command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.lab import dataset
from roundhouse.lab.dataset import Asked, NoParquet, make
from roundhouse.lab.journal import Journal
from roundhouse.play import registry
from roundhouse.play.record import Record

parquet: Any = pytest.importorskip(
    "pyarrow.parquet", reason="no PyArrow: pip install 'roundhouse[data]'"
)

ASKED = Asked("northern", 3, ("search:8", "greedy", "easy"), 3, 5, (("variant", "single"),))


def test_every_decision_is_a_row_and_true(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.jsonl")
    path, total = make(ASKED, tmp_path, journal, jobs=1)
    table = parquet.read_table(path).to_pylist()
    assert len(table) == total
    assert len({row["record"] for row in table}) == 3
    game = registry.open_game("northern", None, dict(ASKED.options))
    left = iter(table)
    for played in journal.known(dataset.fixtures(ASKED)):
        for ply, step in enumerate(Record.loads(played.record).steps(game)):
            before = step.before
            if before.turn == CHANCE or len(before.legal()) < 2:
                continue
            row = next(left)
            assert (row["ply"], row["seat"], row["words"]) == (ply, before.turn, step.move.words)
            assert row["action"] == step.action
            assert row["legal"] == before.legal()
            assert np.array_equal(np.float32(row["observation"]), before.observe(before.turn))
            assert row["bot"] == played.fixture.bots[before.turn]
            assert sum(row["result"]) == pytest.approx(1.0)
            assert row["won"] == row["result"][row["seat"]]
            if row["bot"] == "greedy":
                assert row["visits"] is None
            if row["visits"] is not None:
                assert len(row["visits"]) == len(row["values"]) == len(row["legal"])
                known = [v for v in row["values"] if v is not None]
                assert len(known) == sum(n > 0 for n in row["visits"])
                assert all(0 <= value <= 1 for value in known)
            if row["bot"] == "search:8":
                assert sum(row["visits"]) >= 8
                assert row["visits"][row["legal"].index(row["action"])] > 0
    assert next(left, None) is None


def test_the_same_command_makes_the_same_bytes(tmp_path: Path) -> None:
    asked = Asked("northern", 3, ("search:4",), 2, 1, (("variant", "single"),))
    made = [
        make(asked, tmp_path / "a", jobs=1)[0],
        make(asked, tmp_path / "b", Journal(tmp_path / "b" / "games.jsonl"), jobs=1)[0],
        make(asked, tmp_path / "b", Journal(tmp_path / "b" / "games.jsonl"), jobs=1)[0],
    ]
    assert len({path.read_bytes() for path in made}) == 1
    assert len({path.with_suffix(".md").read_text(encoding="utf-8") for path in made}) == 1
    other = make(Asked("northern", 3, ("search:4",), 2, 2), tmp_path / "c", jobs=1)[0]
    assert other.read_bytes() != made[0].read_bytes()


def test_the_datasheet_tells_how_to_load_it(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    path, total = make(Asked("northern", 3, ("random",), 1), tmp_path, jobs=1)
    sheet = path.with_suffix(".md").read_text(encoding="utf-8")
    code = sheet.partition("**To load it.**")[2].partition("**Good for**")[0]
    lines = "\n".join(line.strip() for line in code.strip().splitlines())
    told = subprocess.run(
        [sys.executable, "-c", f"{lines}\nprint(seen.shape)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    width = len(registry.load("northern").scales)
    assert told.strip() == f"({total}, {width})"
    assert f"{total} decisions of 1 whole games" in sheet
    assert "roundhouse lab dataset northern --seats 3 --bots random --games 1 --seed 0" in sheet


def test_what_is_missing_is_said_before_any_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoParquet, match=r"roundhouse\[data\]"):
        make(ASKED, tmp_path, jobs=1)
    assert not list(tmp_path.iterdir())
