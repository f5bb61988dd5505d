"""The messages of the sources: Python, templates, scripts and lessons."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript

from roundhouse.core.catalogue import list_placeholders
from roundhouse.core.lesson import FILE as LESSON
from roundhouse.core.lesson import list_texts, parse_lesson
from roundhouse.core.translation import SEAT_CONTEXTS, SOURCES

# Functions by what their constant arguments are.
MESSAGE = ("_", "gettext", "translate", "mark")
PLURAL = ("ngettext", "translate_plural", "mark_unit")
IN_CONTEXT = ("pgettext", "translate_in_context")
COUNT = ("count",)  # of `core/text.py`
KEYWORDS = (*MESSAGE, *PLURAL, *IN_CONTEXT, *COUNT)
LAYERS = ("core", "play", "table", "bots", "lab", "web", "browser", "cli")
SCRIPTS = ("web/static", "browser/static")
SKIPPED = ("cli/example", "web/static/messages.js")
NOTE = "The same for the reader in this seat; the placeholder becomes the word for “you”."


class SourceMessage(NamedTuple):
    """A message of the sources: its text, or singular and plural."""

    ids: tuple[str, ...]
    context: str
    file: str


def list_packages(sources: Path = SOURCES) -> list[Path]:
    """Return the folders that have a catalogue of their own."""
    games = sorted(path.parent for path in sources.glob("games/*/meta.py"))
    named = [sources / name for name in (*LAYERS, *SCRIPTS) if (sources / name).is_dir()]
    return [*named, *games] if named else [sources]  # a game of another package


def extract_messages(package: Path, packages: list[Path]) -> Catalog:
    """Return the messages of a package, without those of packages inside it."""
    catalog = Catalog()
    inner = [each for each in packages if each != package and package in each.parents]
    for path in sorted(package.rglob("*")):
        name = path.relative_to(SOURCES if SOURCES in path.parents else package).as_posix()
        if not name.startswith(SKIPPED) and not any(each in path.parents for each in inner):
            for message in extract_file(path, name):
                _add(catalog, message)
    return catalog


def extract_file(path: Path, name: str) -> Iterator[SourceMessage]:
    """Yield the messages of one file."""
    if path.suffix == ".py":
        yield from _extract_python(path, name)
    elif path.suffix == ".js":
        with path.open("rb") as file:
            calls = extract_javascript(file, dict.fromkeys(KEYWORDS), (), {"encoding": "utf-8"})
            for _line, function, texts, _comments in calls:
                assert isinstance(function, str)
                yield from _read_call(function, texts, name)
    elif path.suffix == ".html" and path.parent.name == "templates":
        yield from _extract_template(path, name)
    elif path.name == LESSON:
        lesson = parse_lesson(path.read_text("utf-8"), str(path))
        for text in list_texts(lesson):
            yield SourceMessage((text,), "", name)


def _extract_python(path: Path, name: str) -> Iterator[SourceMessage]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments = [each.value if isinstance(each, ast.Constant) else "" for each in node.args]
            if node.func.id in KEYWORDS:
                yield from _read_call(node.func.id, tuple(arguments), name)


def _extract_template(path: Path, name: str) -> Iterator[SourceMessage]:
    from roundhouse.table.presentation.templates import environment

    extract = environment().extract_translations  # type: ignore[attr-defined]
    for _, function, calls in extract(path.read_text("utf-8")):
        yield from _read_call(function, calls, name)


def _read_call(function: str, calls: object, name: str) -> Iterator[SourceMessage]:
    """Yield the message of a call, if its arguments are constants."""
    arguments = [calls] if isinstance(calls, str) else list(calls or ())  # type: ignore[call-overload]
    texts = [text if isinstance(text, str) else "" for text in arguments]
    if function in COUNT:
        noun = (texts[1:] or [""])[0]
        plural = (texts[2:] or [""])[0] or f"{noun}s"
        if noun:
            yield SourceMessage((f"{{n}} {noun}", f"{{n}} {plural}"), "", name)
    elif function in IN_CONTEXT:
        if all(texts[:2]):
            yield SourceMessage((texts[1],), texts[0], name)
    elif function in PLURAL:
        if all(texts[:2]):
            yield SourceMessage((texts[0], texts[1]), "", name)
    elif function in MESSAGE and texts and texts[0]:
        yield SourceMessage((texts[0],), "", name)


def _add(catalog: Catalog, message: SourceMessage) -> None:
    ids = message.ids if len(message.ids) > 1 else message.ids[0]
    placeholders = set().union(*map(list_placeholders, message.ids))
    locations = [(message.file, 0)]
    catalog.add(ids, locations=locations, context=message.context or None)
    for seat, context in SEAT_CONTEXTS.items():
        if seat in placeholders and not message.context:
            comments = [NOTE]
            catalog.add(ids, locations=locations, context=context, auto_comments=comments)
