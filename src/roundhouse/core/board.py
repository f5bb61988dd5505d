"""Board files in TOML.

A `BoardFile` is a parsed file that knows its name, so that every error names the file, the entry
and the reason. A game's `boards.py` converts it into the tables that its rules read.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from roundhouse.core.errors import BadBoard
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

T = TypeVar("T")


@dataclass(frozen=True)
class BoardFile:
    """The data of a board file, not yet validated by its game."""

    name: str
    data: dict[str, Any]

    @classmethod
    def parse(cls, text: str, name: str) -> BoardFile:
        """Parse TOML; raise BadBoard if it is malformed."""
        try:
            return cls(name, tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadBoard(name, _("the file"), _("not TOML: {error}", error=error)) from None

    @property
    def digest(self) -> str:
        """A hash of the data; comments and the order of keys do not change it."""
        canon = json.dumps(self.data, sort_keys=True, default=str)
        return hashlib.sha256(canon.encode()).hexdigest()[:16]

    @property
    def game(self) -> str | None:
        """The game id that the file names under [meta] or [board]."""
        for key in ("meta", "board"):
            head = self.data.get(key)
            if isinstance(head, dict) and isinstance(head.get("id"), str):
                return str(head["id"])
        return None

    def fail(self, entry: str, reason: str) -> NoReturn:
        """Raise BadBoard for an entry of this file."""
        raise BadBoard(self.name, entry, reason)

    def check(self, is_valid: bool, entry: str, reason: str, /, **values: object) -> None:
        """Raise BadBoard unless the condition holds; `reason` is a marked message."""
        if not is_valid:
            self.fail(entry, _(reason, **values))

    def get(self, table: dict[str, Any], key: str, kind: type[T], entry: str) -> T:
        """Return table[key], which must exist and have this type; a bool is not a number."""
        if key not in table:
            self.fail(entry, _("`{key}` is missing", key=key))
        value = table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fail(
                entry,
                _(
                    "`{key}` must be {kind}, not {value}",
                    key=key,
                    kind=_(_KINDS.get(kind, kind.__name__)),
                    value=repr(value),
                ),
            )
        return value

    def number(
        self, table: dict[str, Any], key: str, entry: str, low: int = 0, high: int = 32767
    ) -> int:
        """Return table[key], an integer from `low` to `high`."""
        value = self.get(table, key, int, entry)
        self.check(
            low <= value <= high,
            entry,
            mark("`{key}` is {value}; it must be {low} to {high}"),
            key=key,
            value=value,
            low=low,
            high=high,
        )
        return value

    def colour(self, table: dict[str, Any], key: str, entry: str) -> str:
        """Return table[key], a colour such as #C62828."""
        value = self.get(table, key, str, entry)
        self.check(
            _COLOUR.fullmatch(value) is not None,
            entry,
            mark("`{key}` is {value}; it must be like #C62828"),
            key=key,
            value=repr(value),
        )
        return value

    def point(self, table: dict[str, Any], key: str, entry: str, length: int = 2) -> list[float]:
        """Return table[key], a list of `length` numbers: a point or a box of the drawing."""
        value = self.get(table, key, list, entry)
        is_valid = len(value) == length and all(
            isinstance(n, int | float) and not isinstance(n, bool) and abs(n) < 10_000
            for n in value
        )
        self.check(is_valid, entry, mark("`{key}` must be {count} numbers"), key=key, count=length)
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return the table [key]."""
        table: dict[str, Any] = self.get(self.data, key, dict, f"[{key}]")
        return table

    def rows(self, key: str, most: int = 32767) -> list[dict[str, Any]]:
        """Return the tables of [[key]]: at least one, at most `most`."""
        rows: list[Any] = self.get(self.data, key, list, f"[[{key}]]")
        for n, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                self.check(False, number_entry(f"[[{key}]]", n), mark("must be a table"))
        self.check(len(rows) > 0, f"[[{key}]]", mark("there is none"))
        self.check(
            len(rows) <= most,
            f"[[{key}]]",
            mark("{count} of them; at most {most} fit"),
            count=len(rows),
            most=most,
        )
        return rows

    def ids(self, key: str, most: int = 32767) -> list[str]:
        """Return the `id` of each [[key]]: single words, all different."""
        ids: dict[str, None] = {}  # an ordered set
        for n, row in enumerate(self.rows(key, most), 1):
            name = row.get("id")
            if not isinstance(name, str):
                name = self.get(row, "id", str, number_entry(f"[[{key}]]", n))  # raises BadBoard
            entry = f"[[{key}]] {name!r}"
            self.check(name.split() == [name], entry, mark("`id` must be one word"))
            self.check(name not in ids, entry, mark("`id` is used twice"))
            ids[name] = None
        return [*ids]


_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_KINDS: dict[type, str] = {
    str: mark("text"),
    int: mark("a whole number"),
    dict: mark("a table"),
    list: mark("a list"),
    bool: mark("true or false"),
}


def number_entry(entry: str, n: int) -> str:
    """Return the name of the nth of several entries; `play/board_check.py` reads it."""
    return f"{entry} {_('number {n}', n=n)}"


def origins(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (entry, source) for every provenance note of a board file."""

    def walk(node: Any, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, list):
            for n, item in enumerate(node):
                name = item.get("id", n + 1) if isinstance(item, dict) else n + 1
                yield from walk(item, f"{path} {name}")
        elif isinstance(node, dict):
            for key, item in node.items():
                about = f"{path} {key}".strip()
                if key == "provenance_grid":
                    yield path, _("differs by cell: see the board file")
                elif key.startswith("provenance"):
                    yield from _sources(item, path or "board")
                elif key.endswith("_provenance"):
                    yield from _sources(item, about.removesuffix("_provenance"))
                else:
                    yield from walk(item, about)

    yield from walk(data, "")


def _sources(item: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(item, dict):
        for key, source in item.items():
            yield f"{path} {key}", str(source)
    elif isinstance(item, list):
        yield path, ", ".join(dict.fromkeys(map(str, item)))
    else:
        yield path, str(item)
