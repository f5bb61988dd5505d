"""Size limits of uploaded boards and records, checked before they are parsed."""

from __future__ import annotations

import re
from typing import Any

from roundhouse.core.errors import BadBoard, BadRecord

MAX_BOARD_BYTES = 256_000  # characters; our largest board has 30,000
MAX_LINE_LENGTH = 8_000
MAX_KEY = 8  # parts of a dotted key: TOML parsers need quadratic time and memory
MAX_TEXT_LENGTH = 1_000  # texts in a board, such as sources
MAX_NAME_LENGTH = 80  # names in a board

MAX_RECORD_BYTES = 600_000
MAX_HEADER_LENGTH = 16_000
MAX_MOVE_LENGTH = 400
MAX_MOVES = 6_000  # a four-player game of Pacific Rails has 2,500
MAX_FILE_NAME_LENGTH = 80

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MAX_KEY},}}")
_NAMES = ("id", "name", "title", "printed", "label")


def file_name(name: str) -> str:
    """Return a printable file name of limited length."""
    printable = "".join(c for c in name if c.isprintable())
    return printable[:MAX_FILE_NAME_LENGTH].strip() or "the file"


def check_board_text(text: str, name: str) -> None:
    """Raise BadBoard if the text is too large to parse."""
    if len(text) > MAX_BOARD_BYTES:
        raise BadBoard(name, "the file", f"it has more than {MAX_BOARD_BYTES} characters")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE_LENGTH:
            raise BadBoard(name, f"line {number}", f"it has more than {MAX_LINE_LENGTH} characters")
    deep = _DEEP.search(text)
    if deep is not None:
        number = text.count("\n", 0, deep.start()) + 1
        reason = f"the key has more than {MAX_KEY} parts"
        raise BadBoard(name, f"line {number}", reason)


def check_board_data(data: dict[str, Any], name: str) -> None:
    """Raise BadBoard if a name or text is too long."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(inner, part) for inner, part in value.items()]
            waiting += [("name", inner) for inner in value]
        elif isinstance(value, list):
            waiting += [(key, part) for part in value]
        elif isinstance(value, str):
            most = MAX_NAME_LENGTH if key in _NAMES else MAX_TEXT_LENGTH
            if len(value) > most:
                raise BadBoard(name, f"`{key}`", f"`{value[:20]}…` has more than {most} characters")


def check_record_text(text: str, name: str) -> None:
    """Raise BadRecord if the text is too large to parse."""
    if len(text) > MAX_RECORD_BYTES:
        raise BadRecord(f"it has more than {MAX_RECORD_BYTES} characters", 1, name)
    lines = text.splitlines()
    if len(lines) > MAX_MOVES + 1:
        reason = f"a record of more than {MAX_MOVES} moves is too long"
        raise BadRecord(reason, MAX_MOVES + 2, name)
    for number, line in enumerate(lines, 1):
        most = MAX_HEADER_LENGTH if number == 1 else MAX_MOVE_LENGTH
        if len(line) > most:
            raise BadRecord(f"it has more than {most} characters", number, name)
