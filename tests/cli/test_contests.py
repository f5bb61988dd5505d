"""`arena`, `analyse` and `balance` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roundhouse.cli.main import main


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")


def test_arena_then_analyse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena --games northern --bots greedy,random --seats 3 --rounds 3 --jobs 1 --out"
    assert main([*words.split(), str(tmp_path)]) == 0
    assert "x fair" in capsys.readouterr().out
    record = next((tmp_path / "records").glob("*.game"))
    chart = tmp_path / "chart.svg"
    assert main(["analyse", str(record), "--iterations", "2", "--chart", str(chart)]) == 0
    assert "and then" in capsys.readouterr().out
    assert json.loads(record.with_suffix(".json").read_text())["seats"] == 3
    assert chart.read_text().startswith("<svg")


def test_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "lab ladder northern --bots random,greedy --seats 3 --jobs 1 --sparing greedy=2 --out"
    assert main([*words.split(), str(tmp_path), "--rounds", "3"]) == 0
    output = capsys.readouterr().out
    assert "northern, 3 seats, 2 games" in output
    assert (tmp_path / "northern-3.txt").read_text() == output


def balance(out: Path, games: int) -> int:
    words = f"balance northern --seats 3 --games {games} --bot random --jobs 1 --out {out}"
    return main([*words.split(), "--option", "variant=single"])


def test_balance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    assert balance(out, 2) == 0
    assert "95% interval" in capsys.readouterr().out
    assert "<svg" in out.read_text()
    games = out.with_suffix(".jsonl")
    before = games.read_text()
    assert balance(out, 3) == 0
    assert games.read_text().startswith(before)  # the first two games were not played again
    assert len(games.read_text().splitlines()) == 1 + 3
    assert json.loads(out.with_suffix(".json").read_text())["games"] == 3


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "--games", "chess", "--bots", "random"],
        ["arena", "--games", "northern", "--bots", "deep-thought"],
        ["arena", "--games", "northern", "--bots", "random", "--seats", "9"],
        ["arena", "--games", "northern", "--bots", "random", "--seats", "many"],
        ["balance", "northern", "--seats", "2"],
        ["lab", "ladder", "northern", "--bots", "greedy"],
        ["lab", "ladder", "northern", "--bots", "greedy,deep-thought"],
        ["lab", "ladder", "northern", "--bots", "greedy,random", "--seats", "2"],
        ["lab", "ladder", "northern", "--sparing", "master"],
        ["lab", "ladder", "northern", "--sparing", "nobody=2"],
    ],
)
def test_mistakes_are_reported(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("roundhouse: ")
