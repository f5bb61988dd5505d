"""`roundhouse train`: what it needs, said before anything is played."""

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
        (["northern", "--out", "x", "--arena", "-1"], "-1 is not a number from 0 on"),
        (["northern", "--out", "x", "--how", "magic"], "invalid choice: 'magic'"),
        (["northern", "--out", "x", "--lasting", "0.9"], "--lasting is for --how selfplay"),
        (["texas", "--out", "x", "--how", "selfplay", "--unguided", "0"], "for --how search"),
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


def test_without_torch_it_says_what_to_install(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    run = cli("train", "northern", "--out", "x")
    assert (run.code, run.out) == (1, "")
    assert run.err == "roundhouse: training needs Torch: pip install 'roundhouse[train]'\n"
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
@pytest.mark.heavy
def test_with_torch_it_needs_compiled_rules_a_card_and_a_folder(cli: Cli, tmp_path: Path) -> None:
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
        assert "no NVIDIA card" in run.err
