"""The archives of a tab: the Python packages, and the texts of each language."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, distribution, packages_distributions
from importlib.resources import files
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from roundhouse.browser.local_app import COMPILED_TEMPLATES, local_environment
from roundhouse.browser.pyodide_package import SiteError
from roundhouse.core.catalogue import (
    Catalogue,
    compile_if_outdated,
    read_catalogue,
    write_catalogue,
)
from roundhouse.core.translation import ENGLISH, LANGUAGES, list_catalogue_folders

SOURCES = Path(str(files("roundhouse")))
# Whole packages: a library fits only if all sources of its game, `core` and `bots` are there.
WHOLE = ("core", "games", "play", "table", "bots", "browser")
ENTRIES = (
    "roundhouse.browser.tab",
    "roundhouse.browser.thinking",
    "roundhouse.web.boards.board_preview",  # imported when it is needed
)
# Pure Python, so they run anywhere.
DISTRIBUTIONS = ("jinja2", "markupsafe", "markdown-it-py", "mdurl", "openskill", "tomlkit")
DATA = {".py", ".toml", ".md", ".jsonl"}
BUILD_ONLY = ("site_builder.py", "bundle.py", "pyodide_package.py", "licenses.py")
# Parts of Python's standard library that neither pages nor bots use.
UNUSED = (
    "_pyrepl/",
    "doctest",
    "ensurepip/",
    "imaplib",
    "mailbox",
    "multiprocessing/",
    "optparse",
    "pdb",
    "pickletools",
    "pydoc",
    "smtplib",
    "turtle",
    "unittest/",
    "wsgiref/",
    "xmlrpc/",
    *(f"encodings/{name}" for name in ("cp1", "cp7", "cp8", "cp9", "iso", "mac", "koi", "ptcp")),
)
_LIST_MODULES = """
import json, sys
before = set(sys.modules)
for name in sys.argv[1:]:
    __import__(name)
fresh = set(sys.modules) - before
print(json.dumps([[name, getattr(sys.modules[name], "__file__", None) or ""] for name in fresh]))
"""


def build_bundle(more: Mapping[str, bytes]) -> bytes:
    """Return the archive with `more` files by name; equal sources give equal bytes."""
    output = io.BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_list_files().items()):
            archive.writestr(_entry(name), path.read_bytes())
        for name, data in {**_compile_templates(ENGLISH), **more}.items():
            archive.writestr(_entry(name), data)
        for path in sorted((SOURCES / "bots" / "net" / "trained").glob("*.npz")):
            archive.writestr(_entry(f"roundhouse/bots/net/trained/{path.name}"), _metadata(path))
    return output.getvalue()


def build_language(language: str) -> bytes:
    """Return the archive with all texts of a language but English."""
    catalogue = Catalogue()
    for path in _list_catalogues(language):
        catalogue.add(read_catalogue(path))
    name = f"roundhouse/core/locale/{language}.json"
    files = {name: write_catalogue(catalogue).encode(), **_compile_templates(language)}
    for package in WHOLE:
        for path in sorted((SOURCES / package).rglob(f"*.{language}.md")):
            files[f"roundhouse/{path.relative_to(SOURCES).as_posix()}"] = path.read_bytes()
    output = io.BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            archive.writestr(_entry(name), data)
    return output.getvalue()


def trim_library(archive: bytes) -> bytes:
    """Return Python's standard library without what neither pages nor bots use."""
    output = io.BytesIO()
    with ZipFile(io.BytesIO(archive)) as source, ZipFile(output, "w", ZIP_DEFLATED) as target:
        for name in sorted(source.namelist()):
            if not name.startswith(UNUSED):
                target.writestr(_entry(name), source.read(name), compresslevel=9)
    return output.getvalue()


def bundled_distributions() -> list[Distribution]:
    return [distribution(name) for name in DISTRIBUTIONS]


def _compile_templates(language: str) -> dict[str, bytes]:
    """Return the templates in a language as modules, which a tab need not parse."""
    folder = COMPILED_TEMPLATES.relative_to(SOURCES.parent).as_posix()
    environment = local_environment("").in_language(language)
    with tempfile.TemporaryDirectory() as target:
        environment.compile_templates(target, zip=None, ignore_errors=False)
        return {
            f"{folder}/{language}/{path.name}": path.read_bytes()
            for path in sorted(Path(target).iterdir())
        }


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _metadata(weights: Path) -> bytes:
    """Return a weights file without its arrays.

    Pages ask only whether it fits a game.
    """
    output = io.BytesIO()
    with ZipFile(weights) as source, ZipFile(output, "w", ZIP_DEFLATED) as archive:
        archive.writestr(_entry("about.npy"), source.read("about.npy"))
    return output.getvalue()


def _list_files() -> dict[str, Path]:
    """Return the files of the archive by their names in it."""
    result: dict[str, Path] = {}
    for package in WHOLE:
        for path in _data_files(SOURCES / package):
            result[f"roundhouse/{path.relative_to(SOURCES).as_posix()}"] = path
    allowed = {name.lower().replace("_", "-") for name in DISTRIBUTIONS}
    owners = packages_distributions()
    for module, file in _imported_modules():
        top = module.partition(".")[0]
        if top == "roundhouse" and file:
            path = Path(file)
            result[f"roundhouse/{path.relative_to(SOURCES).as_posix()}"] = path
        elif file and top in owners and top not in sys.stdlib_module_names:
            names = {name.lower().replace("_", "-") for name in owners[top]}
            if not names & allowed:
                raise SiteError(f"the site would need the package {top}, which does not run in it")
    for each in bundled_distributions():
        result |= dict(_package_files(each))
    return {name: path for name, path in result.items() if path.name not in BUILD_ONLY}


def _list_catalogues(language: str) -> Iterator[Path]:
    """Yield the compiled catalogues of the packages that run in the tab."""
    for folder in list_catalogue_folders():
        if SOURCES in folder.parents and folder.relative_to(SOURCES).parts[0] in (*WHOLE, "web"):
            compile_if_outdated(folder / f"{language}.po")
            yield folder / f"{language}.json"


def _data_files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        is_translation = path.suffix == ".md" and path.suffixes[0][1:] in LANGUAGES
        if path.suffix in DATA and not is_translation and "__pycache__" not in path.parts:
            yield path


def _imported_modules() -> list[tuple[str, str]]:
    """Return the modules that the programs in the tab import, with their files."""
    command = [sys.executable, "-c", _LIST_MODULES, *ENTRIES]
    environment = {"ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES.parent)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [(name, file) for name, file in json.loads(done.stdout)]


def _package_files(package: Distribution) -> Iterator[tuple[str, Path]]:
    for file in package.files or ():
        if file.suffix == ".py":
            yield file.as_posix(), Path(str(file.locate()))
