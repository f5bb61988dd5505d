"""`roundhouse new-game NAME DIR`: a game of one's own, in a package of its own.

What is written is `cli/example`, a whole small room with its tests, under another name: in its
texts `branchline` is the name and `Branch Line` the title.
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

EXAMPLES = """  roundhouse new-game coalrun coalrun/      a package `coalrun`, with its tests
  pip install -e 'coalrun[test]'            from now on Roundhouse knows the game
  roundhouse conformance coalrun
  roundhouse play coalrun

What is written is a complete small game to change step by step; its README says where to begin.
"""
NAME, TITLE = "branchline", "Branch Line"  # of the example
SHAPE = re.compile(r"[a-z][a-z0-9_]{0,39}")


class BadName(BadOption):
    """A game cannot be called this."""


class FolderExists(RoundhouseError, FileExistsError):
    """What is there is never written over."""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "new-game", "begin a game in a package of its own", EXAMPLES)
    parser.add_argument("name", metavar="NAME", help="the game's id: one word, lower case")
    parser.add_argument("folder", type=Path, metavar="DIR", help="where it goes; made anew")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    name, folder = args.name, args.folder
    check_name(name)
    if folder.exists() or folder.is_symlink():
        raise FolderExists(f"{folder} is there already; name a folder that is not")
    title = name.replace("_", " ").strip().title()
    for path, text in example():
        target = folder / path.replace(NAME, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        said = text.replace(NAME, name).replace(TITLE, title)
        target.write_text(said, encoding="utf-8")
    print(f"{title} is in {folder}. Next:")
    print(f"  pip install -e '{folder}[test]'")
    print(f"  roundhouse conformance {name}")
    print(f"  roundhouse play {name}")
    return 0


def check_name(name: str) -> None:
    """Raise BadName unless a new package and a new game can have this name."""
    from roundhouse.play import registry

    if not SHAPE.fullmatch(name) or iskeyword(name):
        raise BadName(
            f"{name!r} cannot be a game's id: it takes a lower-case letter, then up to 39 letters, "
            "digits or underscores, and no word of Python's own"
        )
    if name in [meta.id for meta in registry.games()]:
        raise BadName(f"there is a game {name!r} already; choose another name")
    if find_spec(name) is not None:
        raise BadName(f"there is a Python package {name!r} already; choose another name")


def example() -> Iterator[tuple[str, str]]:
    """The files of the example: path and text."""

    def walk(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from walk(entry, f"{path}{entry.name}/")
            elif entry.is_file():
                yield path + entry.name, entry.read_text(encoding="utf-8")

    yield from walk(files("roundhouse.cli") / "example", "")
