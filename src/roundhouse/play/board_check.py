"""Find the faults of a board file and their positions.

A game's `build` stops at the first fault. Here it continues after failed checks, so that the editor
can show several faults at once. The first fault is always real; later ones may be consequences.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from roundhouse.core.board import BoardFile
from roundhouse.core.definition import GameDefinition
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import translate as _

MAX_FAULTS = 12  # faults to report
MAX_FAULTS_PER_ENTRY = 2
MAX_COLLECTED = 60  # stop checking after this many faults

PathPart = str | int


@dataclass(frozen=True)
class BoardFault:
    """A fault: the entry's name, the reason, and the path in the file's data."""

    entry: str
    reason: str
    path: tuple[PathPart, ...] = ()


class _StopChecking(Exception):
    """There are enough faults, or the check cannot continue."""


@dataclass(frozen=True)
class _CollectingFile(BoardFile):
    """A board file that collects faults and continues where it can."""

    faults: list[tuple[str, str]] = field(default_factory=list)

    def check(self, is_valid: bool, entry: str, reason: str, /, **values: object) -> None:
        if not is_valid:
            self._collect(entry, _(reason, **values))

    def fail(self, entry: str, reason: str) -> NoReturn:
        self._collect(entry, reason)
        raise _StopChecking

    def _collect(self, entry: str, reason: str) -> None:
        self.faults.append((entry, reason))
        if len(self.faults) >= MAX_COLLECTED:
            raise _StopChecking

    def faults_to_report(self) -> list[tuple[str, str]]:
        """Return each fault once, with a limit for each entry."""
        reported: list[tuple[str, str]] = []
        for entry, reason in dict.fromkeys(self.faults):
            if sum(entry == other for other, _reason in reported) < MAX_FAULTS_PER_ENTRY:
                reported.append((entry, reason))
        return reported[:MAX_FAULTS]


def find_faults(definition: GameDefinition, file: BoardFile) -> list[BoardFault]:
    """Return the faults of a board file; none if the board is playable."""
    collecting = _CollectingFile(file.name, file.data)
    try:
        game = Game(definition, collecting, {}, INTERPRETED)
        for seats in game.meta.seats if not collecting.faults else ():
            game.start(seats)
    except _StopChecking:
        pass
    except BadBoard as error:
        collecting.faults.append((error.entry, error.reason))
    except Exception as error:  # a consequence of data that failed a check
        if not collecting.faults:
            collecting.faults.append((_("the file"), _("it cannot be read: {error}", error=error)))
    return [
        BoardFault(entry, reason, find_path(file.data, entry, reason))
        for entry, reason in collecting.faults_to_report()
    ]


_ENTRY = (
    r"(?P<rows>\[\[(?P<table>[\w-]+)\]\])?"
    r"(?:\[(?P<path>[\w.-]+)\])?"
    r"(?: (?!{any_number})(?P<key>[A-Za-z_]\w*)(?= |$))?"
    r"(?: (?P<id>'.*'|\".*\"))?"
    r"(?: ?{number})?"
)
_FIELD = re.compile(r"`([\w-]+)`")


def find_path(data: dict[str, Any], entry: str, reason: str) -> tuple[PathPart, ...]:
    """Return the path of a fault in the data, derived from the words of its message."""
    number = _("number {n}", n=r"(?P<number>\d+)")  # as in `number_entry` of `core/board.py`
    pattern = _ENTRY.format(number=number, any_number=_("number {n}", n=r"\d"))
    match = re.match(pattern, entry)
    if match is None or not (match["table"] or match["path"]):
        return ()
    path: list[PathPart] = [match["table"]] if match["table"] else list(match["path"].split("."))
    node = _follow(data, path)
    if match["table"] and isinstance(node, list):
        row = _find_row(node, match)
        if row is None:
            return tuple(path)
        path.append(row)
    elif not match["table"]:
        for part in (match["key"], match["number"] and int(match["number"]) - 1):
            if part not in (None, "") and _follow(data, [*path, part]) is not None:
                path.append(part)
    field_name = _FIELD.search(reason)
    node = _follow(data, path)
    if field_name and isinstance(node, dict) and field_name[1] in node:
        path.append(field_name[1])
    return tuple(path) if _follow(data, path) is not None else ()


def _find_row(rows: list[Any], entry: re.Match[str]) -> int | None:
    if entry["number"]:
        number = int(entry["number"]) - 1
        return number if 0 <= number < len(rows) else None
    if entry["id"]:
        name = ast.literal_eval(entry["id"])
        matching = [n for n, row in enumerate(rows) if isinstance(row, dict)]
        return next((n for n in reversed(matching) if rows[n].get("id") == name), None)
    return None


def _follow(node: Any, path: list[Any]) -> Any:
    for part in path:
        if isinstance(part, int):
            node = node[part] if isinstance(node, list) and 0 <= part < len(node) else None
        else:
            node = node.get(part) if isinstance(node, dict) else None
    return node
