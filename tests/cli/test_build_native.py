"""`roundhouse build-native`, and games that are played without a library."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from roundhouse.core.backends import native_library
from roundhouse.play import registry


@pytest.fixture
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder of libraries, the only one."""
    monkeypatch.setattr(native_library, "SHIPPED", tmp_path / "none")
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path / "libraries"))
    return tmp_path / "libraries"


def test_library_that_fits_is_not_built_again(cli: Cli, libraries: Path) -> None:
    libraries.mkdir()
    best = native_library.instruction_sets()[0]
    (libraries / native_library.file_name(registry.package("rails"), best)).touch()
    run = cli("build-native", "rails")
    assert (run.code, run.out) == (0, "Every library is up to date.\n")


def test_unknown_game_is_refused(cli: Cli, libraries: Path) -> None:
    run = cli("build-native", "chess")
    assert run.code == 2
    assert "there is no game 'chess'" in run.err


def test_interpreted_game_needs_no_library(cli: Cli, libraries: Path) -> None:
    assert cli("perft", "northern", "--seats", 3, "--depth", 1).code == 0
    assert not libraries.exists()


def test_missing_library_without_numba_is_reported(
    cli: Cli, libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "1")
    monkeypatch.setitem(sys.modules, "numba", None)
    run = cli("perft", "northern", "--seats", 3, "--depth", 1)
    assert run.code == 0
    assert "no native library for 'northern'" in run.err


@pytest.mark.slow
@pytest.mark.xdist_group("northern")
def test_library_is_built_before_a_game_is_played(
    cli: Cli, libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "1")
    assert cli("perft", "northern", "--seats", 3, "--depth", 1).code == 0
    assert len(list(libraries.glob("northern-*.so"))) == 1
    assert cli("build-native", "northern").out == "Every library is up to date.\n"
