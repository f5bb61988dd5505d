"""A build hook: a wheel carries native libraries and compiled catalogues of translations.

`make wheel` builds the libraries of a release and names their folder in ROUNDHOUSE_LIBRARIES. A
wheel that is built from a source distribution gets libraries for this machine if there is a C
compiler; pip then installs Numba for the build only. ROUNDHOUSE_JIT=0 skips them. Without libraries
a wheel runs on every platform: they are built on first use if Numba and a C compiler are installed,
and otherwise rules run interpreted.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

PLATFORM = "manylinux_2_28_x86_64"
INSTRUCTION_SETS = ("x86-64-v2", "x86-64-v3")
NUMBA = "numba>=0.60"
BABEL = "babel>=2.14"  # compiles the catalogues of translations
COMPILERS = ("cc", "gcc", "clang")
NO_LIBRARIES = (
    "This wheel has no native libraries, so bots are slow and weak. With a C compiler, install "
    "roundhouse-games[jit] to build them on first use."
)


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries that fit the sources."""

    def dependencies(self) -> list[str]:
        """Return what building the libraries needs."""
        return [BABEL, *([NUMBA] if self._builds_here() else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues; add the libraries to a wheel, and name its platform."""
        sources = str(Path(self.root, "src"))
        sys.path.insert(0, sources)
        from roundhouse.core.catalogue import compile_catalogue

        for catalogue in sorted(Path(sources).glob("**/locale/*.po")):
            compile_catalogue(catalogue)
        if version != "standard":  # an editable installation
            return
        folder = os.environ.get("ROUNDHOUSE_LIBRARIES")
        if folder:
            self._add(folder, INSTRUCTION_SETS, PLATFORM, build_data)
        elif self._builds_here() and (built := self._build(sources)):
            from roundhouse.core.backends.native_library import instruction_sets

            self._add(built, instruction_sets()[:1], next(platform_tags()), build_data)
        else:
            self.app.display_warning(NO_LIBRARIES)

    def _builds_here(self) -> bool:
        """Return whether this is a source distribution on a machine with a C compiler."""
        is_wanted = os.environ.get("ROUNDHOUSE_JIT", "1") != "0"
        is_release = Path(self.root, "PKG-INFO").is_file()
        is_prepared = bool(os.environ.get("ROUNDHOUSE_LIBRARIES"))
        return is_wanted and is_release and not is_prepared and any(map(shutil.which, COMPILERS))

    def _build(self, sources: str) -> str:
        """Build the libraries for this machine; return their folder, or nothing."""
        from roundhouse.bots.native_builds import BuildFailed, build_libraries
        from roundhouse.play import registry

        paths = [sources, *filter(None, [os.environ.get("PYTHONPATH")])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
        folder = str(Path(self.root, "libraries"))
        self.app.display_info("Building native libraries takes a few minutes.")
        try:
            build_libraries([meta.id for meta in registry.games()], folder=folder)
        except BuildFailed as error:
            self.app.display_warning(str(error))
            return ""
        return folder

    @staticmethod
    def _add(
        folder: str, instruction_sets: tuple[str, ...], platform: str, build_data: dict[str, Any]
    ) -> None:
        from roundhouse.core.backends.native_library import file_name
        from roundhouse.play import registry

        for meta in registry.games():
            for instruction_set in instruction_sets:
                path = Path(folder, file_name(registry.package(meta.id), instruction_set))
                if not path.is_file():
                    raise FileNotFoundError(f"{path} is missing: run `make wheel`")
                build_data["force_include"][str(path)] = f"roundhouse/libraries/{path.name}"
        build_data["pure_python"], build_data["tag"] = False, f"py3-none-{platform}"
