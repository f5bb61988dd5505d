"""Building the native library of a game, in a process of its own.

    python -m roundhouse.bots.native_build GAME INSTRUCTION_SET...

It prints its progress from 0 to 1, a number a line. `native_builds.py` runs such processes. Several
processes may be asked for the same library: one builds it, the others wait.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from roundhouse.bots.native_builds import COMPILERS
from roundhouse.bots.native_exports import bot_exports
from roundhouse.bots.stepping.native_exports import environment_exports
from roundhouse.core.backends.native_compiler import Compiler, LibraryBinder
from roundhouse.core.backends.native_exports import ENTRIES, core_exports
from roundhouse.core.backends.native_library import build_folder, file_name, is_wasm
from roundhouse.core.backends.native_target import emit_object, link
from roundhouse.play import registry

TRANSLATED = 0.6  # the progress when LLVM begins, measured with Pacific Rails


def build(
    game_id: str, instruction_sets: Sequence[str], on_progress: Callable[[float], None]
) -> None:
    """Build a game's library for each instruction set.

    Raises:
        NoLinker: A library could not be linked.
    """
    game = registry.load(game_id, speed="compiled")
    engine: Any = game.engine
    whole = Compiler()
    binders: dict[frozenset[Any], LibraryBinder] = {}
    exports = [*core_exports(engine), *bot_exports(engine)]
    if not all(map(is_wasm, instruction_sets)):  # a browser has no environments
        exports += environment_exports(engine)
    for n, entry in enumerate(ENTRIES):
        whole.add_entry(_binder(game, binders, {}), entry)
        on_progress(TRANSLATED * n / (len(ENTRIES) + len(exports)))
    for n, export in enumerate(exports, len(ENTRIES)):
        whole.add(_binder(game, binders, export.more), export)
        on_progress(TRANSLATED * n / (len(ENTRIES) + len(exports)))
    code = whole.link_modules()
    for n, name in enumerate(instruction_sets):
        on_progress(TRANSLATED + (1 - TRANSLATED) * n / len(instruction_sets))
        path = build_folder() / file_name(game.definition.package, name)
        link(emit_object(code, name), path, name, COMPILERS)
    on_progress(1.0)


def _binder(game: Any, binders: dict[frozenset[Any], Any], more: Any) -> Any:
    """Return the binder with these placeholders; each translates functions once."""
    key = frozenset(more.items())
    if key not in binders:
        names = game.engine.names({**game.definition.rules, **more})
        general = _binder(game, binders, {}) if more else None
        binders[key] = LibraryBinder(names, game.definition.package, general)
    return binders[key]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock file while other processes wait; without locks, all of them build."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Build what is missing of the libraries that the command line names."""
    game_id, names = sys.argv[1], sys.argv[2:]
    # Ctrl+C ends the process at once: Python's handler would wait for LLVM.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(AttributeError):
        os.nice(10)
    package = registry.package(game_id)
    with _locked(build_folder() / f"{game_id}.lock"):
        missing = [n for n in names if not (build_folder() / file_name(package, n)).exists()]
        if missing:
            build(game_id, missing, lambda part: print(f"{part:.3f}", flush=True))


if __name__ == "__main__":
    main()
