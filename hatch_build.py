"""A build hook: a wheel carries the native libraries of the folder in ROUNDHOUSE_LIBRARIES.

`make wheel` builds the libraries and sets the variable. Without it the wheel has none and runs on
every platform; libraries are built on first use if Numba and a C compiler are installed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAG = "py3-none-manylinux_2_28_x86_64"
INSTRUCTION_SETS = ("x86-64-v2", "x86-64-v3")


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries that fit the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the libraries to a wheel, and name its platform."""
        folder = os.environ.get("ROUNDHOUSE_LIBRARIES")
        if version != "standard":  # an editable installation
            return
        if not folder:
            self.app.display_info(
                "This wheel has no native libraries. Install roundhouse-games[jit] and a C "
                "compiler for strong bots, or play with interpreted rules."
            )
            return
        sys.path.insert(0, str(Path(self.root, "src")))
        from roundhouse.core.backends.native_library import file_name
        from roundhouse.play import registry

        for meta in registry.games():
            for instruction_set in INSTRUCTION_SETS:
                path = Path(folder, file_name(registry.package(meta.id), instruction_set))
                if not path.is_file():
                    raise FileNotFoundError(f"{path} is missing: run `make wheel`")
                build_data["force_include"][str(path)] = f"roundhouse/libraries/{path.name}"
        build_data["pure_python"], build_data["tag"] = False, TAG
