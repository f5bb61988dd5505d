"""All that is wrong with a board file, as far as it can be told, and where.

A room's `build` stops at the first fault. Here it goes on past faults that it merely checks for, so
that somebody who edits a board sees more than one at a time. The first one told is always true; a
later one may follow from it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.core.room import Room
from roundhouse.core.rule import INTERPRETED

MOST = 12  # faults that are told at a time,
OF_ONE = 2  # and of one entry
NOTED = 60  # and then no more are looked for

Step = str | int


@dataclass(frozen=True)
class Complaint:
    """A fault: the entry as the checker names it, why, and the way to it in the file's data."""

    entry: str
    reason: str
    path: tuple[Step, ...] = ()


class _Enough(Exception):
    """No more faults are wanted, or none can be told."""


@dataclass(frozen=True)
class _NotingFile(BoardFile):
    """A board file that writes faults down and, where it can, goes on."""

    noted: list[tuple[str, str]] = field(default_factory=list)

    def check(self, good: bool, entry: str, reason: str) -> None:
        if not good:
            self._note(entry, reason)

    def fail(self, entry: str, reason: str) -> NoReturn:
        self._note(entry, reason)
        raise _Enough

    def _note(self, entry: str, reason: str) -> None:
        self.noted.append((entry, reason))
        if len(self.noted) >= NOTED:
            raise _Enough

    def told(self) -> list[tuple[str, str]]:
        """Each fault once, few of one entry."""
        kept: list[tuple[str, str]] = []
        for entry, reason in dict.fromkeys(self.noted):
            if sum(entry == other for other, _ in kept) < OF_ONE:
                kept.append((entry, reason))
        return kept[:MOST]


def complaints(room: Room, file: BoardFile) -> list[Complaint]:
    """What is wrong with a board file of this game; empty if it can be played on."""
    noting = _NotingFile(file.name, file.data)
    try:
        game = Game(room, noting, {}, INTERPRETED)
        for seats in game.meta.seats if not noting.noted else ():
            game.start(seats)
    except _Enough:
        pass
    except BadBoard as error:
        noting.noted.append((error.entry, error.reason))
    except Exception as error:  # what a room says about data that it has just complained of
        if not noting.noted:
            noting.noted.append(("the file", f"it cannot be read: {error}"))
    return [Complaint(e, r, where(file.data, e, r)) for e, r in noting.told()]


_ENTRY = re.compile(
    r"(?P<rows>\[\[(?P<table>[\w-]+)\]\])?"
    r"(?:\[(?P<path>[\w.-]+)\])?"
    r"(?: (?!number \d)(?P<key>[A-Za-z_]\w*)(?= |$))?"
    r"(?: (?P<id>'.*'|\".*\"))?"
    r"(?: ?number (?P<number>\d+))?"
)
_FIELD = re.compile(r"`([\w-]+)`")


def where(data: dict[str, Any], entry: str, reason: str) -> tuple[Step, ...]:
    """The way to what a complaint is about, as far as its words tell."""
    found = _ENTRY.match(entry)
    if found is None or not (found["table"] or found["path"]):
        return ()
    way: list[Step] = [found["table"]] if found["table"] else list(found["path"].split("."))
    node = _follow(data, way)
    if found["table"] and isinstance(node, list):
        row = _row(node, found)
        if row is None:
            return tuple(way)
        way.append(row)
    elif not found["table"]:
        for step in (found["key"], found["number"] and int(found["number"]) - 1):
            if step not in (None, "") and _follow(data, [*way, step]) is not None:
                way.append(step)
    named = _FIELD.search(reason)
    node = _follow(data, way)
    if named and isinstance(node, dict) and named[1] in node:
        way.append(named[1])
    return tuple(way) if _follow(data, way) is not None else ()


def _row(rows: list[Any], found: re.Match[str]) -> int | None:
    if found["number"]:
        number = int(found["number"]) - 1
        return number if 0 <= number < len(rows) else None
    if found["id"]:
        name = ast.literal_eval(found["id"])
        matching = [n for n, row in enumerate(rows) if isinstance(row, dict)]
        return next((n for n in reversed(matching) if rows[n].get("id") == name), None)
    return None


def _follow(node: Any, way: list[Any]) -> Any:
    for step in way:
        if isinstance(step, int):
            node = node[step] if isinstance(node, list) and 0 <= step < len(node) else None
        else:
            node = node.get(step) if isinstance(node, dict) else None
    return node
