"""Board files: TOML read with care.

A `BoardFile` is a parsed file that knows its name, so that every complaint names file, entry and
reason. A room's `boards.py` turns it into the tables its rules read.
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

T = TypeVar("T")


@dataclass(frozen=True)
class BoardFile:
    """A board file's data, before it is known to be good."""

    name: str
    data: dict[str, Any]

    @classmethod
    def parse(cls, text: str, name: str) -> BoardFile:
        try:
            return cls(name, tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadBoard(name, "the file", f"not TOML: {error}") from None

    @property
    def digest(self) -> str:
        """Of the data, not of the text: comments and order of keys do not count."""
        canon = json.dumps(self.data, sort_keys=True, default=str)
        return hashlib.sha256(canon.encode()).hexdigest()[:16]

    @property
    def game(self) -> str | None:
        """The id of the game this board says it is for, under [meta] or [board]."""
        for key in ("meta", "board"):
            head = self.data.get(key)
            if isinstance(head, dict) and isinstance(head.get("id"), str):
                return str(head["id"])
        return None

    def fail(self, entry: str, reason: str) -> NoReturn:
        raise BadBoard(self.name, entry, reason)

    def check(self, good: bool, entry: str, reason: str) -> None:
        if not good:
            self.fail(entry, reason)

    def get(self, table: dict[str, Any], key: str, kind: type[T], entry: str) -> T:
        """table[key], which must be there and of this kind (True is no number)."""
        if key not in table:
            self.fail(entry, f"`{key}` is missing")
        value = table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fail(entry, f"`{key}` must be {_KINDS.get(kind, kind.__name__)}, not {value!r}")
        return value

    def number(
        self, table: dict[str, Any], key: str, entry: str, low: int = 0, high: int = 32767
    ) -> int:
        value = self.get(table, key, int, entry)
        self.check(low <= value <= high, entry, f"`{key}` is {value}; it must be {low} to {high}")
        return value

    def colour(self, table: dict[str, Any], key: str, entry: str) -> str:
        value = self.get(table, key, str, entry)
        self.check(
            _COLOUR.fullmatch(value) is not None,
            entry,
            f"`{key}` is {value!r}; it must be like #C62828",
        )
        return value

    def point(self, table: dict[str, Any], key: str, entry: str, length: int = 2) -> list[float]:
        """table[key], so many numbers: a place of a drawing, or a box."""
        value = self.get(table, key, list, entry)
        good = len(value) == length and all(
            isinstance(n, int | float) and not isinstance(n, bool) and abs(n) < 10_000
            for n in value
        )
        self.check(good, entry, f"`{key}` must be {length} numbers")
        return value

    def table(self, key: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(self.data, key, dict, f"[{key}]")
        return found

    def rows(self, key: str, most: int = 32767) -> list[dict[str, Any]]:
        """The tables of [[key]], at least one and at most `most`."""
        rows: list[Any] = self.get(self.data, key, list, f"[[{key}]]")
        for n, row in enumerate(rows, 1):
            self.check(isinstance(row, dict), f"[[{key}]] number {n}", "must be a table")
        self.check(len(rows) > 0, f"[[{key}]]", "there is none")
        self.check(len(rows) <= most, f"[[{key}]]", f"{len(rows)} of them; at most {most} fit")
        return rows

    def ids(self, key: str, most: int = 32767) -> list[str]:
        """The `id` of each [[key]]: one word each, all different."""
        ids: dict[str, None] = {}  # in order
        for n, row in enumerate(self.rows(key, most), 1):
            name = self.get(row, "id", str, f"[[{key}]] number {n}")
            entry = f"[[{key}]] {name!r}"
            self.check(name.split() == [name], entry, "`id` must be one word")
            self.check(name not in ids, entry, "`id` is used twice")
            ids[name] = None
        return [*ids]


_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_KINDS: dict[type, str] = {
    str: "text",
    int: "a whole number",
    dict: "a table",
    list: "a list",
    bool: "true or false",
}


def origins(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where each fact of a board comes from, as the file says it: (entry, source)."""

    def walk(node: Any, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, list):
            for n, item in enumerate(node):
                name = item.get("id", n + 1) if isinstance(item, dict) else n + 1
                yield from walk(item, f"{path} {name}")
        elif isinstance(node, dict):
            for key, item in node.items():
                about = f"{path} {key}".strip()
                if key.startswith("provenance"):
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
        yield path, ", ".join(map(str, item))
    else:
        yield path, str(item)
