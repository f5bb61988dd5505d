"""Pyodide, from the npm registry: Python as WebAssembly, in one pinned version."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from roundhouse.core.errors import RoundhouseError

VERSION = "314.0.7"
# The digest of the package, as the registry and lock files of npm write it.
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE"
    "5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
TIMEOUT_SECONDS = 300
MIN_SPACES = 4  # in a line that is a sentence


class SiteError(RoundhouseError):
    """The site cannot be built."""


def fetch_pyodide(cache: Path) -> Path:
    """Return a folder with Pyodide's files; fetch them unless they are in the cache."""
    folder = cache / f"pyodide-{VERSION}"
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            archive = _download(Path(temporary))
            _check(archive)
            fresh = Path(temporary) / "files"
            _extract(archive, fresh)
            fresh.rename(folder)
    return folder


def _download(folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("building the site needs npm, which fetches Pyodide: install Node.js")
    command = [npm, "pack", "--loglevel=error", "--fetch-retries=1", f"pyodide@{VERSION}"]
    try:
        subprocess.run(
            command, cwd=folder, check=True, capture_output=True, timeout=TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise SiteError("npm did not fetch Pyodide in time: check your connection") from None
    except subprocess.CalledProcessError as error:
        message = _summarize(error.stderr.decode("utf-8", "replace"))
        raise SiteError(f"npm could not fetch Pyodide {VERSION}: {message}") from None
    return folder / f"pyodide-{VERSION}.tgz"


def _summarize(errors: str) -> str:
    """Return the first sentence among the codes and stack lines of npm."""
    lines = [re.sub(r"^npm (error|ERR!)", "", line).strip() for line in errors.splitlines()]
    sentences = [line for line in lines if line.count(" ") >= MIN_SPACES]
    return (sentences or lines or [""])[0]


def _check(archive: Path) -> None:
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise SiteError(f"Pyodide {VERSION} from npm is not the expected file: its digest differs")


def _extract(archive: Path, folder: Path) -> None:
    folder.mkdir()
    with tarfile.open(archive) as tar:
        for name in FILES:
            member = tar.extractfile(f"package/{name}")
            if member is None:
                raise SiteError(f"Pyodide {VERSION} has no file {name}")
            (folder / name).write_bytes(member.read())
