"""Modules compiled in the browser: they are imported in place of their sources."""

from __future__ import annotations

import asyncio
import importlib
import io
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundhouse.browser import module_compiler
from roundhouse.browser.module_compiler import compile_library, compile_packages

SOURCES = {"compiled_sample/__init__.py": b"", "compiled_sample/numbers.py": b"VALUE = 1\n"}


class Buffer(bytes):
    """An ArrayBuffer, as Python sees it in Pyodide."""

    def to_bytes(self) -> bytes:
        return bytes(self)


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> Buffer:
    """Return the archive of a package that nothing has imported."""
    for name in ("compiled_sample", "compiled_sample.numbers"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    output = io.BytesIO()
    with ZipFile(output, "w") as target:
        for name, data in SOURCES.items():
            target.writestr(name, data)
    return Buffer(output.getvalue())


def import_value(place: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.syspath_prepend(str(place))
    importlib.invalidate_caches()
    value: int = importlib.import_module("compiled_sample.numbers").VALUE
    return value


def test_compiled_packages_are_imported_without_reading_their_sources(
    archive: Buffer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = asyncio.run(compile_packages(archive))
    ZipFile(io.BytesIO(compiled)).extractall(tmp_path)
    (tmp_path / "compiled_sample" / "numbers.py").write_text("VALUE = 2\n")
    assert import_value(tmp_path, monkeypatch) == 1


def test_modules_in_use_are_compiled_in_the_library(
    archive: Buffer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library.zip"
    library.write_bytes(archive)
    monkeypatch.setattr(module_compiler, "LIBRARY", str(library))
    unused = asyncio.run(compile_library(archive))
    assert ZipFile(io.BytesIO(unused)).namelist() == list(SOURCES)
    assert import_value(library, monkeypatch) == 1
    compiled = asyncio.run(compile_library(archive))
    names = ZipFile(io.BytesIO(compiled)).namelist()
    assert names == [f"{name}c" for name in SOURCES]
    for name in ("compiled_sample", "compiled_sample.numbers"):
        del sys.modules[name]
    second = tmp_path / "compiled.zip"
    second.write_bytes(compiled)
    assert import_value(second, monkeypatch) == 1
