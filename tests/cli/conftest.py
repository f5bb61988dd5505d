"""Run commands in-process with interpreted rules."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundhouse.cli.language import VARIABLES
from roundhouse.cli.main import main


@dataclass
class Run:
    code: int
    out: str
    err: str


Cli = Callable[..., Run]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Return a function that runs a command, `cli("perft")`, in a temporary folder."""
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    monkeypatch.setenv("COLUMNS", "100")
    for name in set(VARIABLES) & set(os.environ):
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def run(*words: object, typed: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:  # argparse exits like this
            code = int(left.code or 0)
        output = capsys.readouterr()
        return Run(code, output.out, output.err)

    return run


@pytest.fixture
def recorded(cli: Cli, tmp_path: Path) -> Path:
    """A record file of a finished game."""
    cli("simulate", "northern", "--seats", 3, "--games", 1, "--out", "games")
    return tmp_path / "games" / "northern-000001.game"
