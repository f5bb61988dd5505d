"""Build native libraries in separate processes of low priority, with progress.

`native_build.py` is the program that they run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec

from roundhouse.core.backends.native_library import (
    OTHER_PLATFORMS,
    find_library,
    instruction_sets,
    is_wasm,
)
from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry

COMPILERS = ("cc", "gcc", "clang")  # tried in this order, to link
MIN_PROGRESS = 0.02  # below it, the rest cannot be estimated
UNKNOWN_SECONDS = 60.0  # the estimate until then


class BuildFailed(RoundhouseError, RuntimeError):
    """A native library could not be built."""


@dataclass
class Progress:
    """How far a build is."""

    part: float = 0.0  # from 0 to 1
    started: float = 0.0

    def seconds_left(self, now: float | None = None) -> float:
        """Return an estimate of the seconds until it is finished."""
        if self.part < MIN_PROGRESS:
            return UNKNOWN_SECONDS
        passed = (time.monotonic() if now is None else now) - self.started
        return passed * (1.0 - self.part) / self.part


def can_build() -> bool:
    """Return whether this machine has what building its libraries needs."""
    return bool(instruction_sets() and not missing_tools(()))


def missing_tools(names: Collection[str]) -> str:
    """Return what this machine lacks to build libraries for these sets, or nothing."""
    others = [name for name in names if is_wasm(name) or name in OTHER_PLATFORMS]
    has_numba = find_spec("numba") is not None
    if others and not (has_numba and find_spec("ziglang")):
        return (
            "building a library for browsers or another platform needs Numba and the linker of the "
            "package ziglang: pip install 'roundhouse-games[site]'"
        )
    is_here = not names or len(others) < len(names)
    if is_here and not (has_numba and any(map(shutil.which, COMPILERS))):
        return (
            "building a native library needs Numba and a C compiler: "
            "pip install 'roundhouse-games[jit]', and install gcc or clang"
        )
    return ""


def build_command(game: str, names: Iterable[str] = ()) -> list[str]:
    """Return the command that builds a game's library, for this machine by default."""
    chosen = tuple(names) or instruction_sets()[:1]
    return [sys.executable, "-m", "roundhouse.bots.native_build", game, *chosen]


def build_library(
    game: str,
    names: Iterable[str] = (),
    on_progress: Callable[[float], None] = lambda part: None,
    folder: str = "",
) -> None:
    """Build a game's library and wait for it; raise BuildFailed.

    Args:
        game: The id of the game.
        names: The instruction sets; by default the best of this machine.
        on_progress: Called with numbers from 0 to 1.
        folder: Where to write it; by default the cache.
    """
    names = tuple(names)
    if missing := missing_tools(names):
        raise BuildFailed(missing)
    command = build_command(game, names)
    errors: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=build_env(folder)
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        reader = threading.Thread(target=errors.extend, args=(process.stderr,))
        reader.start()
        for line in process.stdout:
            on_progress(float(line))
        reader.join()
    if process.returncode != 0:
        raise BuildFailed(f"{game}: {errors[-1].strip() if errors else 'the build failed'}")


def build_env(folder: str = "") -> dict[str, str]:
    """Return the environment of a build."""
    where = {"ROUNDHOUSE_LIBRARIES": folder} if folder else {}
    return {**os.environ, **where, "ROUNDHOUSE_QUIET": "1"}


def build_libraries(
    games: Iterable[str],
    names: Iterable[str] = (),
    on_progress: Callable[[str, float], None] = lambda game, part: None,
    folder: str = "",
) -> None:
    """Build libraries in parallel, one process for each core; raise BuildFailed."""
    names = tuple(names)

    def build(game: str) -> None:
        build_library(game, names, lambda part: on_progress(game, part), folder)

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for _ in threads.map(build, games):
            pass  # raises what a build has raised


def missing_libraries(games: Iterable[str]) -> list[str]:
    """Return the games without a library for their sources on this machine."""
    return [game for game in games if find_library(registry.package(game)) is None]
