"""Merge edited data into a board file and leaves everything else as typed.

Comments, order, blank lines and formatting are the author's work. Values are replaced in place,
entries are inserted and removed, and comments between entries stay where they are.
"""

from __future__ import annotations

import json
import math
import tomllib
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit import items
from tomlkit.exceptions import TOMLKitError

from roundhouse.core.errors import BadBoard
from roundhouse.core.translation import translate as _

SAFE = 2**53  # JavaScript numbers are exact below this


def plain(value: Any) -> Any:
    """Return a value with only types that JSON and JavaScript represent exactly."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return int(value) if abs(value) < SAFE else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    return str(value)


def same(a: Any, b: Any) -> bool:
    """Return whether two plain values are equal; 52 equals 52.0 but not true."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return bool(a == b)


Data = dict[str, Any]


def merge(text: str, data: Data, name: str) -> str:
    """Return the file `text` with the values of `data`; raises BadBoard.

    `data` has plain values, see `plain.py`.
    """
    _check(data, name, _("the file"))
    document = _parse(text, name)
    _merge_table(document, data)
    result = tomlkit.dumps(document)
    wrong = _differing(result, data)
    if not wrong:
        return result
    # The formatting of some tables could not be kept: rewrite them.
    document = _parse(text, name)
    rest = {key: value for key, value in data.items() if key not in wrong}
    rows = {key: plain(document.unwrap()[key]) for key in wrong if key in document}
    _merge_table(document, {**rows, **rest})
    for key in wrong:
        if key in document:
            del document[key]
        if key in data and data[key] != []:
            document[key] = data[key]
    result = tomlkit.dumps(document)
    wrong = _differing(result, data)
    if wrong:
        raise BadBoard(name, f"[{wrong[0]}]", _("it can't be written as TOML"))
    return result


def _parse(text: str, name: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise BadBoard(name, _("the file"), _("not TOML: {error}", error=error)) from None


def _differing(text: str, data: Data) -> list[str]:
    """Return the top-level keys where the file differs from `data`."""
    try:
        result = plain(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return list(data)
    expected = {key: value for key, value in data.items() if value != [] or key in result}
    return [k for k in {**result, **expected} if not same(result.get(k), expected.get(k))]


def _check(value: Any, name: str, path: str) -> None:
    """Reject values that TOML cannot express, such as null."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(inner, name, f"`{key}`")
    elif isinstance(value, list):
        for inner in value:
            _check(inner, name, path)
    elif not isinstance(value, str | int | float):
        reason = _("it must be a text, a number, true or false, a list or a table")
        raise BadBoard(name, path, reason)


def _merge_table(table: Any, data: Data) -> None:
    """Update a table of the document to match `data`."""
    for key in [key for key in table if key not in data]:
        del table[key]
    for key, value in data.items():
        if key not in table:
            if value != [] or not _is_rows(table, value):
                table[key] = _new_item(value)
            continue
        old = table[key]
        if same(plain(_bare(old)), value):
            continue
        if isinstance(old, items.AoT) and _all_tables(value):
            if value:
                _merge_rows(old, value)
            else:
                del table[key]  # TOML cannot express an empty array of tables
        elif isinstance(value, dict) and isinstance(_bare(old), dict):
            _merge_table(old, value)
        elif isinstance(old, items.Array) and isinstance(value, list):
            _merge_array(old, value)
        else:
            table[key] = _new_item(value)


def _bare(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _all_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _is_rows(table: Any, value: Any) -> bool:
    return isinstance(table, tomlkit.TOMLDocument) and value == []


def _new_item(value: Any) -> Any:
    """Return a TOML item for a new value; tables in lists get one line each."""
    if _all_tables(value) and value:
        rows = tomlkit.aot()
        for row in value:
            rows.append(_row(row))
        return rows
    return tomlkit.item(value)


def _row(row: Data) -> items.Table:
    result = tomlkit.table()
    for key, value in row.items():
        result.append(key, _inline(value) if isinstance(value, dict) else tomlkit.item(value))
    result.add(tomlkit.nl())
    return result


def _inline(value: Data) -> items.InlineTable:
    result = tomlkit.inline_table()
    result.update(value)
    return result


Opcode = tuple[str, int, int, int, int]


def _steps(old: list[Any], new: list[Any]) -> list[Opcode]:
    """Return the edit steps between two lists; entries with an id are matched by it."""
    keys = [[_match_key(entry) for entry in entries] for entries in (old, new)]
    return list(SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes())


def _match_key(entry: Any) -> str:
    if isinstance(entry, dict) and isinstance(entry.get("id"), str):
        return f"id {entry['id']}"
    return json.dumps(entry, sort_keys=True)


def _merge_rows(rows: items.AoT, data: list[Data]) -> None:
    """Merge entries by id or by content; changed entries are matched in order."""
    tables = list(rows.body)
    tails = [_take_tail(table) for table in tables]
    results: list[tuple[items.Table, list[Any]]] = []
    for _tag, a, b, c, d in _steps([plain(_bare(t)) for t in tables], data):
        both = min(b - a, d - c)
        for n in range(both):
            _merge_table(tables[a + n], data[c + n])
            results.append((tables[a + n], tails[a + n]))
        results += [(_row(data[n]), []) for n in range(c + both, d)]
        for n in range(a + both, b):  # removed; comments between entries stay
            if any(isinstance(item, items.Comment) for _, item in tails[n]) and results:
                results[-1][1].extend(tails[n])
            elif any(isinstance(item, items.Comment) for _, item in tails[n]) and n + 1 < len(
                tails
            ):
                tails[n + 1][:0] = tails[n]
    _move_last_tail(tables, tails, results)
    rows.clear()
    for table, tail in results:
        _take_tail(table)  # a new entry ends with its own blank line
        rows.append(table)
        table.value.body.extend(tail or [(None, tomlkit.nl())])


def _move_last_tail(
    tables: list[items.Table], tails: list[list[Any]], results: list[tuple[items.Table, list[Any]]]
) -> None:
    """Keep comments after the last entry at the end: they introduce what follows."""
    last = tails[-1]
    if results and results[-1][0] is not tables[-1] and any(tail is last for _, tail in results):
        results[-1][1].extend(last)
        last.clear()


def _take_tail(table: items.Table) -> list[Any]:
    """Remove and return the blank lines and comments at the end of an entry."""
    body = table.value.body
    tail: list[Any] = []
    while (
        body and body[-1][0] is None and isinstance(body[-1][1], items.Comment | items.Whitespace)
    ):
        tail.insert(0, body.pop())
    return tail


def _merge_array(array: items.Array, data: list[Any]) -> None:
    """Update an array in place, back to front so that indexes stay valid."""
    for _tag, a, b, c, d in reversed(_steps(plain(_bare(array)), data)):
        both = min(b - a, d - c)
        for n in reversed(range(both, d - c)):
            array.insert(a + both, tomlkit.item(data[c + n]))
        for n in reversed(range(both, b - a)):
            del array[a + n]
        for n in range(both):
            if not same(plain(_bare(array[a + n])), data[c + n]):
                array[a + n] = tomlkit.item(data[c + n])
