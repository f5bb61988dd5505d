"""The files of native libraries: their names, and where they are found.

A library belongs to one game and one instruction set. Its name contains a digest of every source
file that is compiled into it, so an edited rule never runs with an old library. A wheel carries
libraries in `roundhouse/libraries`; a checkout builds them into the cache (`roundhouse
build-native`).
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from roundhouse.core.backends.compile_cache import PACKAGE, cache_root, folders_of, whole_package

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "libraries"
LAYERS = ("core", "bots")  # compiled into every library, besides the game
FAILED = -(1 << 63)  # what a function returns instead of raising an error

X86_64_V2, X86_64_V3, GENERIC = "x86-64-v2", "x86-64-v3", "generic"
WASM32, WASM32_SIMD128 = "wasm32", "wasm32-simd128"  # of Python in a browser: Pyodide
# Platforms that a machine of another kind can build for, and their instruction sets.
OTHER_PLATFORMS = {
    "linux-aarch64": GENERIC,
    "darwin-arm64": GENERIC,
    "darwin-x86_64": X86_64_V2,
    "win32-amd64": X86_64_V2,
}
# The flags of /proc/cpuinfo that an instruction set needs.
_V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
_V3 = _V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}


def symbol_of(function: Callable[..., Any], more: Mapping[str, Callable[..., Any]]) -> str:
    """Return the name of a function in a library.

    `more` are the placeholders that it binds besides the game's; their module is part of the name.
    """
    modules = sorted({bound.__module__.rpartition(".")[2] for bound in more.values()})
    return "_".join(["rh", function.__module__.replace(".", "_"), function.__name__, *modules])


@cache
def digest_of(package: str) -> str:
    """Return a hash of all sources that are compiled into a game's library."""
    digest = hashlib.sha256()
    folders = [(ROOT, ROOT / layer) for layer in LAYERS]
    if whole_package(package) == PACKAGE:
        folders.append((ROOT, ROOT.parent.joinpath(*package.split("."))))
    else:  # a game may compile rules from any part of its package
        folders += [(folder.parent, folder) for folder in folders_of(whole_package(package))]
    for root, folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def instruction_sets() -> tuple[str, ...]:
    """Return this machine's instruction sets that libraries exist for, best first."""
    if sys.platform == "emscripten":
        # Loading code that the browser cannot run is an error, so the page provides what it can.
        return (WASM32_SIMD128, WASM32)
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return (GENERIC,)
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            line = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return (X86_64_V2,)  # as every processor since 2009
    flags = set(line.split())
    return tuple(name for name, needs in ((X86_64_V3, _V3), (X86_64_V2, _V2)) if needs <= flags)


def file_name(package: str, instruction_set: str) -> str:
    """Return the file name of a game's library on this platform, or in a browser."""
    where = platform_of(instruction_set)
    name = OTHER_PLATFORMS.get(instruction_set, instruction_set)
    return f"{package.rpartition('.')[2]}-{digest_of(package)}-{where}-{name}.so"


def platform_of(instruction_set: str) -> str:
    """Return the platform that a library is for, as in its file name."""
    if is_wasm(instruction_set):
        return "emscripten"
    if instruction_set in OTHER_PLATFORMS:
        return instruction_set
    return f"{sys.platform}-{platform.machine().lower()}"


def is_wasm(instruction_set: str) -> bool:
    """Return whether a library is WebAssembly."""
    return instruction_set in (WASM32, WASM32_SIMD128)


def build_folder() -> Path:
    """Return the folder of the libraries that were built on this machine.

    ROUNDHOUSE_LIBRARIES names another one than that in the cache.
    """
    return Path(os.environ.get("ROUNDHOUSE_LIBRARIES") or cache_root() / "libraries")


def find_library(package: str) -> Path | None:
    """Return the best library for a game's sources on this machine, or None."""
    for instruction_set in instruction_sets():
        for folder in (SHIPPED, build_folder()):
            path = folder / file_name(package, instruction_set)
            if path.is_file():
                return path
    return None
