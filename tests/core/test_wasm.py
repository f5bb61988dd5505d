"""WebAssembly libraries: the same moves in Pyodide as in this machine's library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import LoadNative
from tests.pyodide.node import missing_tool, run_in_pyodide

from roundhouse.bots import native_builds
from roundhouse.bots.native_builds import BuildFailed, build_library
from roundhouse.core.backends import native_library
from roundhouse.core.backends.native_library import WASM32, WASM32_SIMD128, file_name
from roundhouse.play import registry

PROGRAM = Path(__file__).parents[1] / "pyodide" / "play_game.py"
SETTINGS = "guided:200:redeal_fraction=0.5"
# Bots whose searches end by iterations, not by time.
BOTS = ("search:300", "guided:200", SETTINGS, "net", "greedy", "instinct", "beginner")
# `make research` compares all games.
GAMES = [m.id for m in registry.games()] if "RESEARCH_SCALE" in os.environ else ["northern"]


def test_library_is_named_for_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    name = file_name("roundhouse.games.rails", WASM32)
    assert name.startswith("rails-")
    assert name.endswith("-emscripten-wasm32.so")
    monkeypatch.setattr(sys, "platform", "emscripten")
    native_library.instruction_sets.cache_clear()
    assert native_library.instruction_sets() == (WASM32_SIMD128, WASM32)
    native_library.instruction_sets.cache_clear()


def test_missing_linker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_builds, "find_spec", lambda name: name != "ziglang" or None)
    with pytest.raises(BuildFailed, match=r"pip install 'roundhouse-games\[site\]'"):
        build_library("northern", [WASM32])


@pytest.fixture(scope="session")
def libraries() -> Path:
    """Return the folder of libraries, if this machine can build and run WebAssembly."""
    reason = missing_tool() if find_spec("ziglang") else "the package ziglang is missing"
    if reason:
        pytest.skip(reason)
    return native_library.build_folder()


def play_native(*arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *arguments], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_games_are_equal(
    name: str, load_native: LoadNative, libraries: Path, tmp_path: Path
) -> None:
    load_native(name)
    sets = (WASM32, WASM32_SIMD128)
    files = [libraries / file_name(registry.package(name), each) for each in sets]
    if not all(path.exists() for path in files):
        build_library(name, sets)
    expected = play_native(name, *BOTS)
    for path in files:
        folder = tmp_path / path.stem
        folder.mkdir()
        (folder / path.name).hardlink_to(path)
        report = json.loads(run_in_pyodide(PROGRAM, name, *BOTS, libraries=folder))
        for bot, decisions in expected["bots"].items():
            assert report["bots"][bot] == decisions, bot
        assert report["rules"] == expected["rules"]
