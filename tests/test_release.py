"""`make release` sets the version, and dates the entries of the changelog."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "prepare_release.py"
CHANGELOG = """# Changelog

## [Unreleased]

### Added
- A sixth game.

## [0.2.0] - 2026-11-18

### Added
- Five games.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the script in a project with a version and a changelog."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    (tmp_path / "src" / "roundhouse").mkdir(parents=True)
    (tmp_path / "src" / "roundhouse" / "__init__.py").write_text('__version__ = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def prepare(project: Path, version: str) -> subprocess.CompletedProcess[str]:
    script = project / ".ci" / SCRIPT.name
    return subprocess.run(
        [sys.executable, script, version], capture_output=True, text=True, check=False
    )


def test_version_and_changelog_change_together(project: Path) -> None:
    assert prepare(project, "0.3.0").returncode == 0
    assert (project / "src/roundhouse/__init__.py").read_text() == '__version__ = "0.3.0"\n'
    lines = (project / "CHANGELOG.md").read_text().splitlines()
    assert lines[2:4] == ["## [Unreleased]", ""]
    assert lines[4].startswith("## [0.3.0] - 20")
    assert lines[5:] == CHANGELOG.splitlines()[3:]


@pytest.mark.parametrize(
    ("version", "message"),
    [("v1", "three numbers"), ("0.2.0", "has a heading for 0.2.0"), ("1.0", "three numbers")],
)
def test_wrong_version_changes_nothing(project: Path, version: str, message: str) -> None:
    done = prepare(project, version)
    assert done.returncode == 1
    assert message in done.stderr
    assert (project / "CHANGELOG.md").read_text() == CHANGELOG
    assert "0.2.0" in (project / "src/roundhouse/__init__.py").read_text()


def test_release_needs_entries(project: Path) -> None:
    assert prepare(project, "0.3.0").returncode == 0
    assert 'no entries under "Unreleased"' in prepare(project, "0.4.0").stderr
