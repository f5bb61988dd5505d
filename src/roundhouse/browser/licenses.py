"""The page with the licenses of everything in the site."""

from __future__ import annotations

from html import escape
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
    "pyodide/pyodide. It contains CPython (Python Software Foundation License Version 2, "
    "https://docs.python.org/3/license.html) and libraries compiled with Emscripten (MIT License, "
    "https://github.com/emscripten-core/emscripten).",
)
PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Licenses · Roundhouse</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main class="page text">
    <h1>Licenses</h1>
    <p>This site contains the software and fonts below.</p>
    {sections}
  </main>
</body>
</html>
"""
NO_TEXT = "The package has no license file; see its metadata: {name} {version}, {license}."


def build_license_page() -> str:
    """Return the page as HTML."""
    texts = [("Roundhouse", _own_license()), PYODIDE]
    texts += [(f"{d.name} {d.version}", _license_of(d)) for d in bundled_distributions()]
    texts.append(("Fonts", (STATIC / "fonts" / "OFL.txt").read_text(encoding="utf-8")))
    sections = "\n".join(
        f'<section><h2>{escape(name)}</h2><pre class="license">{escape(text)}</pre></section>'
        for name, text in texts
    )
    return PAGE.format(sections=sections)


def _own_license() -> str:
    for path in (Path(__file__).parents[3] / "LICENSE",):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    from importlib.metadata import distribution

    return _license_of(distribution("roundhouse-games"))


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
