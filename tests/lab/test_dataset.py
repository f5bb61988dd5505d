"""Datasets: one row per decision, matching the records and reproducible."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.lab import dataset
from roundhouse.lab.dataset import DatasetConfig, NoParquet, make
from roundhouse.lab.journal import Execution, Journal
from roundhouse.play import registry
from roundhouse.play.record import Record

parquet: Any = pytest.importorskip(
    "pyarrow.parquet", reason="no PyArrow: pip install 'roundhouse-games[data]'"
)

CONFIG = DatasetConfig(
    "northern", 3, ("search:8", "greedy", "easy"), 3, 5, (("variant", "single"),)
)


def test_rows_match_the_decisions(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.jsonl")
    path, total = make(CONFIG, tmp_path, Execution(1, journal=journal))
    table = parquet.read_table(path).to_pylist()
    assert len(table) == total
    assert len({row["record"] for row in table}) == 3
    game = registry.open_game("northern", None, dict(CONFIG.options))
    left = iter(table)
    for played in journal.find_results(dataset.list_matchups(CONFIG)):
        for ply, step in enumerate(Record.loads(played.record).steps(game)):
            before = step.before
            if before.turn == CHANCE or len(before.legal()) < 2:
                continue
            row = next(left)
            assert (row["ply"], row["seat"], row["words"]) == (ply, before.turn, step.move.words)
            assert row["action"] == step.action
            assert row["legal"] == before.legal()
            assert np.array_equal(np.float32(row["observation"]), before.observe(before.turn))
            assert row["bot"] == played.matchup.bots[before.turn]
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
    request = DatasetConfig("northern", 3, ("search:4",), 2, 1, (("variant", "single"),))
    results = [
        make(request, tmp_path / "a", Execution(1))[0],
        make(
            request, tmp_path / "b", Execution(1, journal=Journal(tmp_path / "b" / "games.jsonl"))
        )[0],
        make(
            request, tmp_path / "b", Execution(1, journal=Journal(tmp_path / "b" / "games.jsonl"))
        )[0],
    ]
    assert len({path.read_bytes() for path in results}) == 1
    assert len({path.with_suffix(".md").read_text(encoding="utf-8") for path in results}) == 1
    other = make(DatasetConfig("northern", 3, ("search:4",), 2, 2), tmp_path / "c", Execution(1))[0]
    assert other.read_bytes() != results[0].read_bytes()


def test_datasheet_code_loads_the_dataset(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    path, total = make(DatasetConfig("northern", 3, ("random",), 1), tmp_path, Execution(1))
    sheet = path.with_suffix(".md").read_text(encoding="utf-8")
    code = sheet.partition("**Loading.**")[2].partition("**Uses.**")[0]
    lines = "\n".join(line.strip() for line in code.strip().splitlines())
    result = subprocess.run(
        [sys.executable, "-c", f"{lines}\nprint(observations.shape)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    width = len(registry.load("northern").scales)
    assert result.strip() == f"({total}, {width})"
    assert f"{total} decisions of 1 whole games" in sheet
    assert "roundhouse lab dataset northern --seats 3 --bots random --games 1 --seed 0" in sheet


def test_missing_pyarrow_is_reported_before_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoParquet, match=r"roundhouse-games\[data\]"):
        make(CONFIG, tmp_path, Execution(1))
    assert not list(tmp_path.iterdir())
