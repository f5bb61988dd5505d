"""Running commands inside the test, interpreted: nothing is compiled for a word of help."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundhouse.cli import main


@dataclass
class Run:
    code: int
    out: str
    err: str


Cli = Callable[..., Run]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """`cli("perft", "northern", typed="...")` in a folder of its own."""
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)

    def run(*words: object, typed: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:  # argparse leaves this way
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Run(code, said.out, said.err)

    return run


@pytest.fixture
def recorded(cli: Cli, tmp_path: Path) -> Path:
    """A record file of a whole game."""
    cli("simulate", "northern", "--seats", 3, "--games", 1, "--out", "games")
    return tmp_path / "games" / "northern-000001.game"
