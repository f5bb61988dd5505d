"""What strangers may send: how big a board file or a record may be, before anything reads it, and
how big what is in it may be, before it gets into pages."""

from __future__ import annotations

import re
from typing import Any

from roundhouse.core.errors import BadBoard, BadRecord

LARGEST_BOARD = 256_000  # letters; the largest board of ours has 30,000
LONGEST_LINE = 8_000
DEEPEST_KEY = 8  # parts of a dotted key: a reader of TOML takes the square of it, in time and room
LONGEST_TEXT = 1_000  # in a board: where something comes from, notes
LONGEST_NAME = 80  # in a board: what is printed on the map and in the log

LARGEST_RECORD = 600_000
LONGEST_HEADER = 16_000
LONGEST_MOVE = 400
MOST_MOVES = 6_000  # a game of Pacific Rails among four has 2,500
LONGEST_FILE_NAME = 80

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST_KEY},}}")
_NAMES = ("id", "name", "title", "printed", "label")


def file_name(given: str) -> str:
    """A file's name as we repeat it."""
    kept = "".join(c for c in given if c.isprintable())
    return kept[:LONGEST_FILE_NAME].strip() or "the file"


def check_board_text(text: str, name: str) -> None:
    """Raises BadBoard for what is not even read."""
    if len(text) > LARGEST_BOARD:
        raise BadBoard(name, "the file", f"it has more than {LARGEST_BOARD} letters")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise BadBoard(name, f"line {number}", f"it has more than {LONGEST_LINE} letters")
    deep = _DEEP.search(text)
    if deep is not None:
        number = text.count("\n", 0, deep.start()) + 1
        reason = f"the key has more than {DEEPEST_KEY} parts"
        raise BadBoard(name, f"line {number}", reason)


def check_board_data(data: dict[str, Any], name: str) -> None:
    """Raises BadBoard for texts that are too long to be printed everywhere."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(inner, part) for inner, part in value.items()]
            waiting += [("name", inner) for inner in value]
        elif isinstance(value, list):
            waiting += [(key, part) for part in value]
        elif isinstance(value, str):
            most = LONGEST_NAME if key in _NAMES else LONGEST_TEXT
            if len(value) > most:
                raise BadBoard(name, f"`{key}`", f"`{value[:20]}…` has more than {most} letters")


def check_record_text(text: str, name: str) -> None:
    """Raises BadRecord for what is not even read."""
    if len(text) > LARGEST_RECORD:
        raise BadRecord(f"it has more than {LARGEST_RECORD} letters", 1, name)
    lines = text.splitlines()
    if len(lines) > MOST_MOVES + 1:
        reason = f"a record of more than {MOST_MOVES} moves is too long to be shown here"
        raise BadRecord(reason, MOST_MOVES + 2, name)
    for number, line in enumerate(lines, 1):
        most = LONGEST_HEADER if number == 1 else LONGEST_MOVE
        if len(line) > most:
            raise BadRecord(f"it has more than {most} letters", number, name)
