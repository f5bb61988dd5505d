"""The README is short, its session runs, and its figures are current."""

from __future__ import annotations

import doctest
import json
import runpy
from pathlib import Path

import pytest

import roundhouse

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
FIGURES = ROOT / "docs" / "figures.json"
MAX_LINES = 120
SEATS = 4  # of the figures


def test_session_in_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert tried > 8
    assert failed == 0


def test_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) < MAX_LINES


def test_figures_match_the_json_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python bench/engine.py figures` writes both."""
    monkeypatch.syspath_prepend(ROOT / "bench")  # the script imports another one
    program = runpy.run_path(str(ROOT / "bench" / "engine.py"))
    readme = README.read_text(encoding="utf-8")
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert readme == program["update"](readme, figures)


def test_games_and_state_sizes_are_current() -> None:
    rows = json.loads(FIGURES.read_text(encoding="utf-8"))["rows"]
    listed_games = [(game["id"], game["title"], *game["seats"]) for game in rows]
    games = roundhouse.games()
    assert listed_games == [(m.id, m.title, min(m.seats), max(m.seats)) for m in games]
    sizes = {meta.id: len(roundhouse.load(meta.id).start(SEATS).pack()) for meta in games}
    assert {game["id"]: game["state_bytes"] for game in rows} == sizes
