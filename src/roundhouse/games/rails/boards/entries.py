"""Helpers for reading entries of a board file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _


def member(file: BoardFile, names: Sequence[str], name: object, entry: str, what: str) -> int:
    """Return the index of a name among `names`."""
    file.check(
        name in names,
        entry,
        mark("there is no {what} {name}; there are: {names}"),
        what=what,
        name=repr(name),
        names=", ".join(names),
    )
    return names.index(str(name))


def by_name(
    file: BoardFile, table: object, names: Sequence[str], entry: str, high: int
) -> list[int]:
    """Return a table of numbers by name as a row in the order of `names`."""
    if not isinstance(table, dict):
        file.fail(entry, _("must be a table"))
    row = [0] * len(names)
    for name in table:
        row[member(file, names, name, entry, _("item"))] = file.number(table, name, entry, 0, high)
    return row


def numbers(
    file: BoardFile, table: dict[str, Any], key: str, entry: str, count: int, allowed: range
) -> list[int]:
    """Return `table[key]`, a list of `count` allowed integers."""
    row = file.get(table, key, list, entry)
    good = len(row) == count and all(type(n) is int and n in allowed for n in row)
    file.check(good, entry, mark("`{key}` must be {count} numbers"), key=key, count=count)
    return row


def title(file: BoardFile, row: dict[str, Any], entry: str) -> str:
    """Return the display name of an entry."""
    name = file.get(row, "name", str, entry)
    file.check(bool(name), entry, mark("`name` is empty"))
    return name
