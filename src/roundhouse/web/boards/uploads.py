"""Size limits of uploaded boards and records, checked before they are parsed."""

from __future__ import annotations

import re
from typing import Any

from roundhouse.core.errors import BadBoard, BadRecord
from roundhouse.core.formats import format_number
from roundhouse.core.translation import translate as _

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


class BadLine(BadBoard):
    """A line of a board file is invalid."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, _("line {number}", number=line), reason)
        self.line = line


def file_name(name: str) -> str:
    """Return a printable file name of limited length."""
    printable = "".join(c for c in name if c.isprintable())
    return printable[:MAX_FILE_NAME_LENGTH].strip() or _("the file")


def check_board_text(text: str, name: str) -> None:
    """Raise BadBoard if the text is too large to parse."""
    if len(text) > MAX_BOARD_BYTES:
        raise BadBoard(name, _("the file"), _has_more_than(MAX_BOARD_BYTES))
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE_LENGTH:
            raise BadLine(name, number, _has_more_than(MAX_LINE_LENGTH))
    deep = _DEEP.search(text)
    if deep is not None:
        number = text.count("\n", 0, deep.start()) + 1
        raise BadLine(name, number, _("the key has more than {most} parts", most=MAX_KEY))


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
                reason = _(
                    "`{text}…` has more than {most} characters",
                    text=value[:20],
                    most=format_number(most),
                )
                raise BadBoard(name, f"`{key}`", reason)


def check_record_text(text: str, name: str) -> None:
    """Raise BadRecord if the text is too large to parse."""
    if len(text) > MAX_RECORD_BYTES:
        raise BadRecord(_has_more_than(MAX_RECORD_BYTES), 1, name)
    lines = text.splitlines()
    if len(lines) > MAX_MOVES + 1:
        most_moves = format_number(MAX_MOVES)
        reason = _("a record of more than {most} moves is too long", most=most_moves)
        raise BadRecord(reason, MAX_MOVES + 2, name)
    for number, line in enumerate(lines, 1):
        most = MAX_HEADER_LENGTH if number == 1 else MAX_MOVE_LENGTH
        if len(line) > most:
            raise BadRecord(_has_more_than(most), number, name)


def _has_more_than(most: int) -> str:
    return _("it has more than {most} characters", most=format_number(most))
