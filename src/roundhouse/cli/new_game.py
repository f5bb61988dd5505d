"""`roundhouse new-game NAME DIR`: create a package with a small complete game.

The package is a copy of `cli/example`, a small complete game with tests. The names `branchline` and
`Branch Line` in its files are replaced.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse new-game coalrun coalrun/      create the package `coalrun` with tests
  pip install -e 'coalrun[test]'            install it; Roundhouse then finds the game
  roundhouse conformance coalrun
  roundhouse play coalrun

The new package is a complete small game to change step by step; start with its README.
"""
NAME, TITLE = "branchline", "Branch Line"  # name and title of the example
SHAPE = re.compile(r"[a-z][a-z0-9_]{0,39}")


class BadName(BadOption):
    """The name cannot be the id of a new game."""


class FolderExists(RoundhouseError, FileExistsError):
    """The target folder exists; it is never overwritten."""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "new-game", _("create a package with a new game"), EXAMPLES)
    parser.add_argument("name", metavar="NAME", help="id of the game: one word in lower case")
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder to create")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    name, folder = args.name, args.folder
    check_name(name)
    if folder.exists() or folder.is_symlink():
        raise FolderExists(f"{folder} already exists; choose another folder")
    title = name.replace("_", " ").strip().title()
    for path, text in example():
        target = folder / path.replace(NAME, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        content = text.replace(NAME, name).replace(TITLE, title)
        target.write_text(content, encoding="utf-8")
    print(f"Created {title} in {folder}. Next:")
    print(f"  pip install -e '{folder}[test]'")
    print(f"  roundhouse conformance {name}")
    print(f"  roundhouse play {name}")
    return 0


def check_name(name: str) -> None:
    """Raise BadName unless a new package and a new game can have this name."""
    from roundhouse.play import registry

    if not SHAPE.fullmatch(name) or iskeyword(name):
        raise BadName(
            f"{name!r} cannot be a game's id: use a lower-case letter, then up to 39 lower-case "
            "letters, digits or underscores; Python keywords are not allowed"
        )
    if name in [meta.id for meta in registry.games()]:
        raise BadName(f"a game {name!r} already exists; choose another name")
    if find_spec(name) is not None:
        raise BadName(f"a Python package {name!r} already exists; choose another name")


def example() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of the example."""

    def walk(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from walk(entry, f"{path}{entry.name}/")
            elif entry.is_file():
                yield path + entry.name, entry.read_text(encoding="utf-8")

    yield from walk(files("roundhouse.cli") / "example", "")
