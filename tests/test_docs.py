"""The documentation is true: its sessions run, the files it names exist, and its site is whole."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
SESSIONS = [page for page in PAGES[1:] if ">>>" in page.read_text(encoding="utf-8")]
# A path in code marks, from the repository or the package: `docs/bots.md`, `core/room.py: Room`.
PATH = re.compile(r"`((?:src|tests|docs|bench|core|play|cli|bots|lab|web)/[\w/.-]*)(?:: [^`]*)?`")
UNCHECKED: tuple[str, ...] = ()


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_sessions_run_as_they_stand(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert tried > 8
    assert failed == 0


def test_there_are_sessions() -> None:
    assert "python.md" in [page.name for page in SESSIONS]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_that_are_named_exist(page: Path) -> None:
    named = {
        path
        for path in PATH.findall(page.read_text(encoding="utf-8"))
        if not path.startswith(UNCHECKED) and "coalrun" not in path and "GAME" not in path
    }
    bases = (ROOT, ROOT / "src" / "roundhouse")
    lost = [path for path in sorted(named) if not any((base / path).exists() for base in bases)]
    assert not lost


@pytest.mark.slow
def test_the_site_is_whole(tmp_path: Path) -> None:
    """Every link and every name of the reference leads somewhere: mkdocs is asked to be strict."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "site" / "reference" / "play.html").read_text(encoding="utf-8")
    assert "roundhouse.core.game.Game.start" in reference
