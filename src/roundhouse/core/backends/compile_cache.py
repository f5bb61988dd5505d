"""The folder of compiled rules, named by a digest of everything that is compiled."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "roundhouse"
COMPILED_LAYERS = ("core", "games", "bots", "lab", "research")  # packages that contain rules


@cache
def sources_digest(*packages: str) -> str:
    """Return a hash of the compiler version and all sources that are compiled.

    `packages` are packages of games outside Roundhouse. Numba's disk cache checks only the file of
    the compiled function, not the files of its callees. A cache folder for each hash of all sources
    is never stale.
    """
    from importlib.metadata import version  # slow to import; reads the version without Numba

    digest = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    ours = Path(__file__).parents[2]
    folders = [(ours, ours / layer) for layer in COMPILED_LAYERS]
    for package in sorted({whole_package(name) for name in packages} - {PACKAGE}):
        folders += [(folder.parent, folder) for folder in folders_of(package)]
    for root, folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def whole_package(name: str) -> str:
    """Return the top-level package; a game may compile rules from any part of it."""
    return name.partition(".")[0]


def folders_of(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]


def cache_root() -> Path:
    """Return the folder of compiled rules: ROUNDHOUSE_CACHE or the user's cache."""
    folder = os.environ.get("ROUNDHOUSE_CACHE")
    if folder:
        return Path(folder)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "roundhouse"
