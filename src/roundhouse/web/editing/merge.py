"""Edited data written into the board file it came from: what has not changed stays as it was typed.

Comments, order, blank lines and ways of writing are people's work. So a file is never written anew:
values are exchanged where they stand, entries are taken out and put in, and comments that stand
between entries stay between them.
"""

from __future__ import annotations

import json
import tomllib
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit import items
from tomlkit.exceptions import TOMLKitError

from roundhouse.core.errors import BadBoard
from roundhouse.web.editing.plain import plain, same

Data = dict[str, Any]


def merge(text: str, data: Data, name: str) -> str:
    """The file `text` with the values of `data` (plain, see `plain.py`); raises BadBoard."""
    _check(data, name)
    document = _parse(text, name)
    _merge_table(document, data)
    made = tomlkit.dumps(document)
    wrong = _differing(made, data)
    if not wrong:
        return made
    # A way of writing that could not be kept: those tables are written anew.
    document = _parse(text, name)
    rest = {key: value for key, value in data.items() if key not in wrong}
    kept = {key: plain(document.unwrap()[key]) for key in wrong if key in document}
    _merge_table(document, {**kept, **rest})
    for key in wrong:
        if key in document:
            del document[key]
        if key in data and data[key] != []:
            document[key] = data[key]
    made = tomlkit.dumps(document)
    wrong = _differing(made, data)
    if wrong:
        raise BadBoard(name, f"[{wrong[0]}]", "it cannot be written as TOML")
    return made


def _parse(text: str, name: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise BadBoard(name, "the file", f"not TOML: {error}") from None


def _differing(text: str, data: Data) -> list[str]:
    """The top keys under which a file does not say what it should."""
    try:
        found = plain(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return list(data)
    wanted = {key: value for key, value in data.items() if value != [] or key in found}
    return [k for k in {**found, **wanted} if not same(found.get(k), wanted.get(k))]


def _check(value: Any, name: str, path: str = "the file") -> None:
    """TOML has no word for nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(inner, name, f"`{key}`")
    elif isinstance(value, list):
        for inner in value:
            _check(inner, name, path)
    elif not isinstance(value, str | int | float):
        raise BadBoard(name, path, "it must be a text, a number, true or false, a list or a table")


def _merge_table(table: Any, data: Data) -> None:
    """Make a table of the document say what `data` says."""
    for key in [key for key in table if key not in data]:
        del table[key]
    for key, value in data.items():
        if key not in table:
            if value != [] or not _is_rows(table, value):
                table[key] = _made(value)
            continue
        old = table[key]
        if same(plain(_bare(old)), value):
            continue
        if isinstance(old, items.AoT) and _all_tables(value):
            if value:
                _merge_rows(old, value)
            else:
                del table[key]  # a file has no way to say that there are none
        elif isinstance(value, dict) and isinstance(_bare(old), dict):
            _merge_table(old, value)
        elif isinstance(old, items.Array) and isinstance(value, list):
            _merge_array(old, value)
        else:
            table[key] = _made(value)


def _bare(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _all_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _is_rows(table: Any, value: Any) -> bool:
    return isinstance(table, tomlkit.TOMLDocument) and value == []


def _made(value: Any) -> Any:
    """A value that was not there before; tables in lists stand on one line each."""
    if _all_tables(value) and value:
        rows = tomlkit.aot()
        for row in value:
            rows.append(_row(row))
        return rows
    return tomlkit.item(value)


def _row(row: Data) -> items.Table:
    made = tomlkit.table()
    for key, value in row.items():
        made.append(key, _inline(value) if isinstance(value, dict) else tomlkit.item(value))
    made.add(tomlkit.nl())
    return made


def _inline(value: Data) -> items.InlineTable:
    made = tomlkit.inline_table()
    made.update(value)
    return made


Opcode = tuple[str, int, int, int, int]


def _steps(old: list[Any], new: list[Any]) -> list[Opcode]:
    """How one list becomes the other; entries with an id are known by it."""
    words = [[_known_by(entry) for entry in entries] for entries in (old, new)]
    return list(SequenceMatcher(None, words[0], words[1], autojunk=False).get_opcodes())


def _known_by(entry: Any) -> str:
    if isinstance(entry, dict) and isinstance(entry.get("id"), str):
        return f"id {entry['id']}"
    return json.dumps(entry, sort_keys=True)


def _merge_rows(rows: items.AoT, data: list[Data]) -> None:
    """Entries by id, or by what they say; those that changed both are taken in their order."""
    tables = list(rows.body)
    tails = [_take_tail(table) for table in tables]
    made: list[tuple[items.Table, list[Any]]] = []
    for _, a, b, c, d in _steps([plain(_bare(t)) for t in tables], data):
        both = min(b - a, d - c)
        for n in range(both):
            _merge_table(tables[a + n], data[c + n])
            made.append((tables[a + n], tails[a + n]))
        made += [(_row(data[n]), []) for n in range(c + both, d)]
        for n in range(a + both, b):  # taken out; what is said between entries stays
            if any(isinstance(item, items.Comment) for _, item in tails[n]) and made:
                made[-1][1].extend(tails[n])
            elif any(isinstance(item, items.Comment) for _, item in tails[n]) and n + 1 < len(
                tails
            ):
                tails[n + 1][:0] = tails[n]
    _move_last_tail(tables, tails, made)
    rows.clear()
    for table, tail in made:
        _take_tail(table)  # a new one ends with a blank line of its own
        rows.append(table)
        table.value.body.extend(tail or [(None, tomlkit.nl())])


def _move_last_tail(
    tables: list[items.Table], tails: list[list[Any]], made: list[tuple[items.Table, list[Any]]]
) -> None:
    """What stands after the last entry heads what comes next: it stays behind the last one."""
    last = tails[-1]
    if made and made[-1][0] is not tables[-1] and any(tail is last for _, tail in made):
        made[-1][1].extend(last)
        last.clear()


def _take_tail(table: items.Table) -> list[Any]:
    """The blank lines and comments at the end of an entry, taken out of it."""
    body = table.value.body
    tail: list[Any] = []
    while (
        body and body[-1][0] is None and isinstance(body[-1][1], items.Comment | items.Whitespace)
    ):
        tail.insert(0, body.pop())
    return tail


def _merge_array(array: items.Array, data: list[Any]) -> None:
    """From the back, so that what is still to be changed keeps its place."""
    for _, a, b, c, d in reversed(_steps(plain(_bare(array)), data)):
        both = min(b - a, d - c)
        for n in reversed(range(both, d - c)):
            array.insert(a + both, tomlkit.item(data[c + n]))
        for n in reversed(range(both, b - a)):
            del array[a + n]
        for n in range(both):
            if not same(plain(_bare(array[a + n])), data[c + n]):
                array[a + n] = tomlkit.item(data[c + n])
