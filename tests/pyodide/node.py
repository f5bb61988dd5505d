"""Running a program in Pyodide, Python for browsers, in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import roundhouse

SOURCES = Path(roundhouse.__file__).parents[1]
# `make pyodide` installs it there.
PACKAGE = SOURCES.parent / ".tools" / "pyodide" / "node_modules" / "pyodide"


def find_pyodide() -> Path:
    """Return the folder of the package; ROUNDHOUSE_PYODIDE names another one."""
    return Path(os.environ.get("ROUNDHOUSE_PYODIDE") or PACKAGE)


def missing_tool() -> str:
    """Return what this machine lacks to run programs in Pyodide, or nothing."""
    if not shutil.which("node"):
        return "Node is missing"
    if not (find_pyodide() / "pyodide.asm.wasm").exists():
        return "the package pyodide is missing: run `make pyodide`"
    return ""


def run_in_pyodide(program: Path, *arguments: str, libraries: Path) -> str:
    """Return what a program prints in Pyodide, with native libraries from a folder."""
    folders = {"/src": str(SOURCES), "/libraries": str(libraries)}
    done = subprocess.run(
        [
            *("node", str(Path(__file__).with_name("run.mjs"))),
            *(str(find_pyodide()), json.dumps(folders), str(program), *arguments),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{program.name} failed in Pyodide: {done.stderr[-3000:]}")
    return done.stdout
