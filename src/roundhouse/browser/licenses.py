"""The licenses of everything in the site."""

from __future__ import annotations

import sysconfig
from importlib.metadata import Distribution
from importlib.resources import files
from pathlib import Path

from roundhouse.browser.bundle import bundled_distributions
from roundhouse.browser.pyodide_package import VERSION

STATIC = Path(str(files("roundhouse.web"))) / "static"
# Pyodide's package has no license text of its own; it names the license and the sources.
PYODIDE = (
    f"Pyodide {VERSION}",
    "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/. Sources: https://github.com/"
    "pyodide/pyodide. It contains CPython (below) and libraries compiled with Emscripten (MIT "
    "License, https://github.com/emscripten-core/emscripten).",
)
PYTHON_LINK = "Python Software Foundation License, https://docs.python.org/3/license.html"
NO_TEXT = "The package has no license file; see its metadata: {name} {version}, {license}."


def list_licenses() -> list[tuple[str, str]]:
    """Return the name and the license text of everything in the site."""
    texts = [("Roundhouse", _own_license()), PYODIDE, ("Python", _license_of_python())]
    texts += [(f"{d.name} {d.version}", _license_of(d)) for d in bundled_distributions()]
    texts.append(("Fonts", (STATIC / "fonts" / "OFL.txt").read_text(encoding="utf-8")))
    return texts


def _own_license() -> str:
    path = Path(__file__).parents[3] / "LICENSE"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    from importlib.metadata import distribution

    return _license_of(distribution("roundhouse-games"))


def _license_of_python() -> str:
    """Return the license of Python, which has the same text in all of its versions."""
    path = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else PYTHON_LINK


def _license_of(package: Distribution) -> str:
    """Return the license texts of a package."""
    texts = [
        Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
        for file in package.files or ()
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))
    ]
    if texts:
        return "\n\n".join(texts)
    name, license = package.name, package.metadata["License"] or "see its sources"
    return NO_TEXT.format(name=name, version=package.version, license=license)
