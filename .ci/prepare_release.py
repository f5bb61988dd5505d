"""Set the version and date the changelog: the first step of `make release`.

    python .ci/prepare_release.py VERSION

The entries under "Unreleased" in `CHANGELOG.md` get a heading with the version and today's date.
"""

from __future__ import annotations

import datetime
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED = "## [Unreleased]\n"
ASSIGNMENT = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


def release_notes(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the unreleased entries under a heading of their own.

    Raises:
        ValueError: Nothing is unreleased, or the version was released before.
    """
    head, unreleased, rest = changelog.partition(UNRELEASED)
    entries = rest.partition("\n## [")[0].strip()
    if not unreleased or not entries:
        raise ValueError('CHANGELOG.md has no entries under "Unreleased"')
    if f"## [{version}]" in changelog:
        raise ValueError(f"CHANGELOG.md has a heading for {version} already")
    return f"{head}{UNRELEASED}\n## [{version}] - {day}\n{rest}"


def main(version: str, root: Path = ROOT) -> None:
    """Change both files, or neither."""
    if not VERSION.fullmatch(version):
        raise ValueError(f"a version is three numbers such as 1.2.3, not {version!r}")
    changelog, package = root / "CHANGELOG.md", root / "src" / "roundhouse" / "__init__.py"
    source = package.read_text(encoding="utf-8")
    if len(ASSIGNMENT.findall(source)) != 1:
        raise ValueError(f"{package} does not set __version__ once")
    notes = release_notes(
        changelog.read_text(encoding="utf-8"), version, datetime.date.today().isoformat()
    )
    package.write_text(ASSIGNMENT.sub(f'__version__ = "{version}"', source), encoding="utf-8")
    changelog.write_text(notes, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/prepare_release.py VERSION")
    try:
        main(sys.argv[1])
    except ValueError as error:
        sys.exit(f"prepare_release: {error}")
