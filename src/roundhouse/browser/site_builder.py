"""Writes the static site.

The files that may change are in a folder with the version in its name, a digest of them all. So a
browser never mixes two versions.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from roundhouse.bots.native_builds import build_libraries, missing_tools
from roundhouse.browser.bundle import build_bundle, build_language, trim_library
from roundhouse.browser.home_pages import LICENSES
from roundhouse.browser.licenses import list_licenses
from roundhouse.browser.local_games import PREVIEWS
from roundhouse.browser.pyodide_package import FILES, SiteError, fetch_pyodide
from roundhouse.core.backends.native_library import file_name
from roundhouse.core.catalogue import (
    Catalogue,
    compile_if_outdated,
    read_catalogue,
    write_catalogue,
)
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import ENGLISH, LANGUAGES, PSEUDO
from roundhouse.play import registry
from roundhouse.web.pwa.manifest import build_manifest
from roundhouse.web.tables.game_preview import draw_preview

BROWSER = Path(str(files("roundhouse.browser")))
WEB_STATIC = Path(str(files("roundhouse.web"))) / "static"
NETWORKS = Path(str(files("roundhouse.bots.net"))) / "trained"
ROOT_FILES = ("index.html", "service_worker.js")
DESCRIPTION = "Railway board games against bots, with or without a connection"
MAX_COMPRESSED_SHARE = 0.9  # of the size, for a compressed copy to be written
SETS = {"plain": "wasm32", "simd": "wasm32-simd128"}  # instruction sets of libraries


@dataclass
class Site:
    """The files of a site, in memory."""

    versioned: dict[str, bytes] = field(default_factory=dict)
    games: dict[str, dict[str, object]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """A digest of all files."""
        digest = hashlib.sha256()
        for name, data in sorted(self.versioned.items()):
            digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
        for name in ROOT_FILES:
            digest.update((BROWSER / "static" / name).read_bytes())
        return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Return the folder for what is fetched and may be fetched again."""
    base = os.environ.get("ROUNDHOUSE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "roundhouse"
    )
    return Path(base) / "site"


def _library_folder() -> Path:
    return cache_folder() / "libraries"


def build_site(
    out: Path,
    *,
    base: str = "/",
    has_libraries: bool = True,
    on_progress: Callable[[str], None] = lambda step: None,
) -> str:
    """Write the site and return its version; raise SiteError or BuildFailed.

    Args:
        out: The folder; what an earlier build wrote there is replaced.
        base: The path of the site on its host, with slashes at both ends.
        has_libraries: Whether bots get libraries of WebAssembly; without them, they are weak.
        on_progress: Called with a description of each step.
    """
    libraries = _library_paths() if has_libraries else {}
    missing = [
        game for game, kinds in libraries.items() if not all(map(Path.exists, kinds.values()))
    ]
    if missing and (problem := missing_tools(SETS.values())):
        raise SiteError(f"{problem}, or write the site with --no-libraries, with weak bots")
    on_progress("Pyodide")
    pyodide = fetch_pyodide(cache_folder())
    on_progress("Python packages")
    site = Site()
    for name in FILES:
        site.versioned[f"pyodide/{name}"] = (pyodide / name).read_bytes()
    # Pyodide reads a list of packages at its start; the site loads none of them.
    lock = json.loads(site.versioned["pyodide/pyodide-lock.json"])
    site.versioned["pyodide/pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    library = site.versioned["pyodide/python_stdlib.zip"]
    site.versioned["pyodide/python_stdlib.zip"] = trim_library(library)
    site.versioned["app.zip"] = build_bundle({**_draw_previews(), **_license_file()})
    for language in LANGUAGES.keys() - {ENGLISH, PSEUDO}:
        site.versioned[f"languages/{language}.zip"] = build_language(language)
    on_progress("pages and scripts")
    _add_static(site)
    _add_networks(site)
    if has_libraries:
        on_progress("libraries of the games")
        build_libraries(missing, SETS.values(), folder=str(_library_folder()))
        _add_libraries(site, libraries)
    on_progress("files")
    return _write(site, out, base)


def _add_static(site: Site) -> None:
    for path in WEB_STATIC.rglob("*"):
        if path.is_file() and path.parent.name != "locale":
            site.versioned[f"static/{path.relative_to(WEB_STATIC).as_posix()}"] = path.read_bytes()
    for language in _list_translations():
        data = write_catalogue(_read_script_catalogues(language)).encode()
        site.versioned[f"static/locale/{language}.json"] = data
    for path in filter(Path.is_file, (BROWSER / "static").iterdir()):
        if path.name == "local_page.js":
            site.versioned[f"static/{path.name}"] = path.read_bytes()
        elif path.name not in ROOT_FILES:
            site.versioned[path.name] = path.read_bytes()


def _list_translations() -> list[str]:
    return sorted(LANGUAGES.keys() - {ENGLISH, PSEUDO})


def _read_script_catalogues(language: str) -> Catalogue:
    """Return the messages of the scripts of pages and of the shell."""
    result = Catalogue()
    for folder in (WEB_STATIC, BROWSER / "static"):
        compile_if_outdated(folder / "locale" / f"{language}.po")
        result.add(read_catalogue(folder / "locale" / f"{language}.json"))
    return result


def _draw_previews() -> dict[str, bytes]:
    """Return the pictures of the home page, which take a tab too long to draw."""
    return {
        f"roundhouse/browser/{PREVIEWS}/{meta.id}.svg": draw_preview(
            registry.open_game(meta.id, None, {}, INTERPRETED)
        ).encode()
        for meta in registry.games()
    }


def _license_file() -> dict[str, bytes]:
    return {f"roundhouse/browser/{LICENSES.name}": json.dumps(list_licenses()).encode()}


def _add_networks(site: Site) -> None:
    for meta in registry.games():
        network = NETWORKS / f"{meta.id}.npz"
        site.games[meta.id] = {}
        if network.exists():
            site.versioned[f"games/{network.name}"] = network.read_bytes()
            site.games[meta.id]["network"] = f"games/{network.name}"


def _library_paths() -> dict[str, dict[str, Path]]:
    """Return where the library of each game and kind of `SETS` is in the cache."""
    folder = _library_folder()
    return {
        meta.id: {
            kind: folder / file_name(registry.package(meta.id), each) for kind, each in SETS.items()
        }
        for meta in registry.games()
    }


def _add_libraries(site: Site, paths: Mapping[str, Mapping[str, Path]]) -> None:
    for game, kinds in paths.items():
        for path in kinds.values():
            site.versioned[f"games/{path.name}"] = path.read_bytes()
        site.games[game]["libraries"] = {kind: f"games/{path.name}" for kind, path in kinds.items()}


def _write(site: Site, out: Path, base: str) -> str:
    version, root = site.version, _root_files(base)
    index = {
        "version": version,
        "root": sorted(root),
        "files": {name: len(data) for name, data in sorted(site.versioned.items())},
        "games": site.games,
    }
    for old in out.glob("v-*"):
        shutil.rmtree(old)
    folder = out / f"v-{version}"
    for name, data in {**site.versioned, "files.json": json.dumps(index).encode()}.items():
        _write_file(folder / name, data)
    for name, data in root.items():
        _write_file(out / name, data)
    for name in ROOT_FILES:
        text = (BROWSER / "static" / name).read_text(encoding="utf-8")
        values = {
            "{version}": version,
            "{folder}": folder.name + "/",
            "{base}": base,
            "{languages}": " ".join([ENGLISH, *_list_translations()]),
        }
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        _write_file(out / name, text.encode())
    return version


def _write_file(path: Path, data: bytes) -> None:
    """Write a file, and a compressed copy, if smaller, for hosts that serve it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    compressed = gzip.compress(data, mtime=0)
    if len(compressed) < len(data) * MAX_COMPRESSED_SHARE:
        path.with_name(f"{path.name}.gz").write_bytes(compressed)


def _root_files(base: str) -> dict[str, bytes]:
    """Return the files whose addresses never change: the manifest and its icons."""
    icons = {
        f"icons/{path.name}": path.read_bytes() for path in sorted(WEB_STATIC.glob("icon-*.png"))
    }
    manifest = build_manifest(base, f"{base}icons/", DESCRIPTION)
    return {"manifest.webmanifest": json.dumps(manifest, indent=1).encode(), **icons}
