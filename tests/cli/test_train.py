"""`roundhouse train`: its requirements are checked before it plays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .conftest import Cli


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess", "--out", "x"], "there is no game 'chess'"),
        (["northern"], "--out"),
        (["northern", "--out", "x", "--minutes", "0"], "0 is not a number above 0"),
        (["northern", "--out", "x", "--minutes", "nan"], "nan is not a number above 0"),
        (["northern", "--out", "x", "--arena", "-1"], "-1 is negative"),
        (["northern", "--out", "x", "--method", "magic"], "invalid choice: 'magic'"),
        (
            ["northern", "--out", "x", "--gae-lambda", "0.9"],
            "--gae-lambda is for --method selfplay",
        ),
        (
            ["texas", "--out", "x", "--method", "selfplay", "--unguided-fraction", "0"],
            "for --method search",
        ),
        (
            ["texas", "--out", "x", "--population", "old.npz"],
            "--population is for --method selfplay",
        ),
        (["northern", "--out", "x", "--option", "variant=long"], "one of standard, single"),
    ],
)
def test_mistakes_in_the_command(
    cli: Cli, tmp_path: Path, words: list[str], complaint: str
) -> None:
    run = cli("train", *words)
    assert run.code == 2
    assert complaint in run.err
    assert not (tmp_path / "x").exists()


def test_missing_torch_is_reported(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as if Torch were not installed
    run = cli("train", "northern", "--out", "x")
    assert (run.code, run.out) == (1, "")
    assert run.err == "roundhouse: training needs Torch: pip install 'roundhouse-games[train]'\n"
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
@pytest.mark.heavy
def test_requirements_are_checked(cli: Cli, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    run = cli("train", "northern", "--out", "x")  # the fixture runs commands interpreted
    assert run.code == 1
    assert "needs compiled rules" in run.err
    (tmp_path / "file").touch()
    run = cli("train", "northern", "--out", "file")
    assert run.code == 1
    assert run.err.startswith("roundhouse: ")
    assert "file" in run.err
    if not torch.cuda.is_available():
        run = cli("train", "northern", "--out", "x", "--device", "cuda")
        assert "no NVIDIA GPU" in run.err
