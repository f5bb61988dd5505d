"""The wheel: what it requires, what it carries, and for which platform."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundhouse.core.backends.native_library import X86_64_V2, X86_64_V3, file_name
from roundhouse.play import registry

pytest.importorskip("hatchling", reason="hatchling builds the wheel; install the dev extras")
ROOT = Path(__file__).parents[1]
NAMES = [
    file_name(registry.package(meta.id), instruction_set)
    for meta in registry.games()
    for instruction_set in (X86_64_V2, X86_64_V3)
    if registry.package(meta.id).startswith("roundhouse.")
]


def build_wheel(folder: Path, libraries: Path | None) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "ROUNDHOUSE_LIBRARIES"}
    if libraries:
        env["ROUNDHOUSE_LIBRARIES"] = str(libraries)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def read_requirements(wheel: ZipFile) -> list[str]:
    """Return the names of the packages that every installation needs."""
    metadata = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
    lines = wheel.read(metadata).decode().splitlines()
    matches = [re.match(r"Requires-Dist: ([\w-]+)[^;]*$", line) for line in lines]
    return [match[1] for match in matches if match]


def test_wheel_carries_the_libraries_and_no_compiler(tmp_path: Path) -> None:
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    for name in NAMES:
        (libraries / name).write_bytes(b"library")
    (libraries / "northern-0000-linux-x86_64-x86-64-v2.so").touch()  # of other sources
    built = build_wheel(tmp_path, libraries)
    assert built.returncode == 0, built.stderr
    (path,) = tmp_path.glob("*.whl")
    assert path.name.endswith("-py3-none-manylinux_2_28_x86_64.whl")
    with ZipFile(path) as wheel:
        shipped = {Path(n).name for n in wheel.namelist() if n.startswith("roundhouse/libraries/")}
        assert shipped == set(NAMES)
        assert "roundhouse/bots/net/trained/northern.npz" in wheel.namelist()
        requirements = read_requirements(wheel)
    assert "fastapi" in requirements
    assert not {"numba", "numpy", "torch", "llvmlite"} & set(requirements)


def test_wheel_without_libraries_runs_everywhere(tmp_path: Path) -> None:
    built = build_wheel(tmp_path, None)
    assert built.returncode == 0, built.stderr
    (path,) = tmp_path.glob("*.whl")
    assert path.name.endswith("-py3-none-any.whl")
    with ZipFile(path) as wheel:
        assert not [name for name in wheel.namelist() if name.endswith(".so")]


def test_missing_library_stops_the_build(tmp_path: Path) -> None:
    built = build_wheel(tmp_path, tmp_path)
    assert built.returncode != 0
    assert "run `make wheel`" in built.stderr + built.stdout
