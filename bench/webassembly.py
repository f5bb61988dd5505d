"""Measure libraries in WebAssembly: speed beside the native library, and size.

Needs Node, and the packages `ziglang` and `pyodide` (`make pyodide`).
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness import Program, Row, argument
from tests.pyodide.node import missing_tool, run_in_pyodide

from roundhouse.bots.native_builds import build_library
from roundhouse.core.backends.native_library import (
    WASM32,
    WASM32_SIMD128,
    build_folder,
    file_name,
    find_library,
)
from roundhouse.play import registry

PROBE = Path(__file__).with_name("webassembly_probe.py")
SETS = (WASM32, WASM32_SIMD128)
GAMES = [meta.id for meta in registry.games()]

program = Program(__doc__)
games = argument("games", nargs="*", metavar="GAME", default=GAMES)


def find_libraries(game: str) -> dict[str, Path]:
    """Return the library of each WebAssembly instruction set; build missing ones."""
    package = registry.package(game)
    files = {name: build_folder() / file_name(package, name) for name in SETS}
    if not all(path.exists() for path in files.values()):
        build_library(game, SETS)
    return files


@program.command(games, argument("--seconds", type=float, default=2.0))
def speed(args: Namespace) -> Iterator[Row]:
    """Compare decisions and search iterations per second, and what was played."""
    if reason := missing_tool():
        raise SystemExit(f"speed: {reason}")
    for game in args.games:
        files = find_libraries(game)
        if find_library(registry.package(game)) is None:
            build_library(game)
        native = probe_native(game, args.seconds)
        figures = {name: probe_wasm(game, args.seconds, path) for name, path in files.items()}
        for what in [name for name in native if name.endswith("/s")]:
            row: Row = {"game": game, "figure": what, "native": native[what]}
            for name, measured in figures.items():
                row |= {name: measured[what], f"{name} : native": measured[what] / native[what]}
            row["equal"] = all(each["played"] == native["played"] for each in figures.values())
            yield row


def probe_native(game: str, seconds: float) -> dict[str, Any]:
    command = [sys.executable, str(PROBE), game, str(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def probe_wasm(game: str, seconds: float, library: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(library, folder)
        printed = run_in_pyodide(PROBE, game, str(seconds), libraries=Path(folder))
    figures: dict[str, Any] = json.loads(printed)
    return figures


@program.command(games)
def memory(args: Namespace) -> Iterator[Row]:
    """Print Pyodide's memory in megabytes: loaded, and with a master on each seat."""
    for game in args.games:
        figures = probe_wasm(game, 0.0, find_libraries(game)[WASM32])
        yield {"game": game, **{name: figures[name] for name in ("loaded MB", "masters MB")}}


@program.command(games)
def sizes(args: Namespace) -> Iterator[Row]:
    """Print the size of each library in bytes, raw and compressed."""
    for game in args.games:
        for name, path in find_libraries(game).items():
            data = path.read_bytes()
            row: Row = {"game": game, "library": name, "bytes": len(data)}
            yield row | {"gzip": len(gzip.compress(data, 9))}


if __name__ == "__main__":
    program.main()
