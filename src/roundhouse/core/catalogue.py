"""Catalogues of translated messages, compiled from files of gettext.

A compiled catalogue is JSON, which browsers read as well. `forms` has one digit for each number up
to 199: the plural form that it takes. Larger numbers take the form of 100 to 199.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

NUMBERS = 200  # with a form of their own in `forms`
CONTEXT_END = "\x04"  # between context and message, as in gettext's files


@dataclass
class Catalogue:
    """Messages of one language by their English text."""

    forms: str = ""
    messages: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, list[str]] = field(default_factory=dict)

    def add(self, other: Catalogue) -> None:
        """Add messages that are not known yet."""
        self.forms = self.forms or other.forms
        self.messages = other.messages | self.messages
        self.plurals = other.plurals | self.plurals

    def form_of(self, n: int) -> int:
        """Return the plural form of a number."""
        n = abs(n)
        return int(self.forms[n if n < NUMBERS else 100 + n % 100])


def read_catalogue(path: Path) -> Catalogue:
    """Read a compiled catalogue; without a file it is empty."""
    if not path.is_file():
        return Catalogue()
    data = json.loads(path.read_text("utf-8"))
    return Catalogue(data["forms"], data["messages"], data["plurals"])


def write_catalogue(catalogue: Catalogue) -> str:
    """Return the content of a compiled catalogue."""
    return json.dumps(vars(catalogue), ensure_ascii=False, separators=(",", ":"))


def compile_if_outdated(source: Path) -> None:
    """Compile a gettext file that has changed, where Babel is installed."""
    target = source.with_suffix(".json")
    try:
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            return
        compile_catalogue(source)
    except (ImportError, OSError):
        return  # an installed package has no sources; without Babel, an older catalogue serves


def compile_catalogue(source: Path) -> Path:
    """Compile a gettext file with Babel; return the compiled file.

    A translation that is uncertain, or has a placeholder that its message lacks, is left out.
    """
    from gettext import c2py

    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file)
    form_of = c2py(catalogue.plural_expr)
    result = Catalogue("".join(str(form_of(n)) for n in range(NUMBERS)))
    for message in catalogue:
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        text = message.string or ""
        strings = [text] if isinstance(text, str) else list(text)
        if not ids[0] or message.fuzzy or not all(strings) or find_unknown(ids, strings):
            continue
        key = message.context + CONTEXT_END + ids[0] if message.context else ids[0]
        if len(ids) > 1:
            result.plurals[key] = strings
        else:
            result.messages[key] = strings[0]
    target = source.with_suffix(".json")
    # Other processes read the file meanwhile.
    temporary = target.with_suffix(f".{os.getpid()}.part")
    temporary.write_text(write_catalogue(result), "utf-8")
    temporary.replace(target)
    return target


def find_unknown(ids: Iterable[str], strings: Iterable[str]) -> set[str]:
    """Return the placeholders of translations that their message does not have."""
    return set().union(*map(list_placeholders, strings)) - set().union(*map(list_placeholders, ids))


def list_placeholders(text: str) -> set[str]:
    """Return the placeholders of a message; one without any may contain other braces."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {"{"}
