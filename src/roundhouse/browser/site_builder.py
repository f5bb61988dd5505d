"""Writes the static site.

The files that may change are in a folder with the version in its name, a digest of them all. So a
browser never mixes two versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from roundhouse.browser.bundle import build_bundle
from roundhouse.browser.licenses import build_license_page
from roundhouse.browser.pyodide_package import FILES, fetch_pyodide
from roundhouse.play import registry

BROWSER = Path(str(files("roundhouse.browser")))
WEB_STATIC = Path(str(files("roundhouse.web"))) / "static"
NETWORKS = Path(str(files("roundhouse.bots.net"))) / "trained"
ROOT_FILES = ("index.html", "service_worker.js")
NAME = "Roundhouse"
COLOR = "#7b3b26"


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


def build_site(
    out: Path, *, base: str = "/", on_progress: Callable[[str], None] = lambda step: None
) -> str:
    """Write the site and return its version; raise SiteError.

    Args:
        out: The folder; what an earlier build wrote there is replaced.
        base: The path of the site on its host, with slashes at both ends.
        on_progress: Called with a description of each step.
    """
    on_progress("Pyodide")
    pyodide = fetch_pyodide(cache_folder())
    on_progress("Python packages")
    site = Site()
    for name in FILES:
        site.versioned[f"pyodide/{name}"] = (pyodide / name).read_bytes()
    # Pyodide reads a list of packages at its start; the site loads none of them.
    lock = json.loads(site.versioned["pyodide/pyodide-lock.json"])
    site.versioned["pyodide/pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    site.versioned["app.zip"] = build_bundle()
    on_progress("pages and scripts")
    _add_static(site)
    _add_games(site)
    on_progress("files")
    return _write(site, out, base)


def _add_static(site: Site) -> None:
    for path in WEB_STATIC.rglob("*"):
        if path.is_file():
            site.versioned[f"static/{path.relative_to(WEB_STATIC).as_posix()}"] = path.read_bytes()
    for path in (BROWSER / "static").iterdir():
        if path.name == "local_page.js":
            site.versioned[f"static/{path.name}"] = path.read_bytes()
        elif path.name not in ROOT_FILES:
            site.versioned[path.name] = path.read_bytes()
    site.versioned["static/licenses.html"] = build_license_page().encode()


def _add_games(site: Site) -> None:
    for meta in registry.games():
        network = NETWORKS / f"{meta.id}.npz"
        if network.exists():
            site.versioned[f"games/{network.name}"] = network.read_bytes()
            site.games[meta.id] = {"network": f"games/{network.name}"}


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
        values = {"{version}": version, "{folder}": folder.name + "/", "{base}": base}
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        _write_file(out / name, text.encode())
    return version


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _root_files(base: str) -> dict[str, bytes]:
    """Return the files whose addresses never change: the manifest and its icons."""
    icons = {
        f"icons/{path.name}": path.read_bytes() for path in sorted(WEB_STATIC.glob("icon-*.png"))
    }
    return {"manifest.webmanifest": json.dumps(_manifest(base), indent=1).encode(), **icons}


def _manifest(base: str) -> dict[str, object]:
    def icon(name: str, purpose: str) -> dict[str, str]:
        size = name.rpartition("-")[2]
        return {
            "src": f"{base}icons/icon-{name}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }

    return {
        "id": base,
        "name": NAME,
        "short_name": NAME,
        "description": "Railway board games against bots, with or without a connection",
        "start_url": base,
        "scope": base,
        "display": "standalone",
        "background_color": "#f6ead0",
        "theme_color": COLOR,
        "categories": ["games"],
        "icons": [icon("192", "any"), icon("512", "any"), icon("maskable-512", "maskable")],
    }
