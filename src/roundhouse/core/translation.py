"""Texts for players in their language.

The English text is the key of a message. In English nothing is looked up. Other languages have one
catalogue for each package folder, `locale/de.json`, compiled from `locale/de.po`; all of a language
are merged when it is first used. How to write messages: docs/how-to/develop/translate-code.md.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec, cast

from roundhouse.core.catalogue import CONTEXT_END, Catalogue, compile_if_outdated, read_catalogue
from roundhouse.core.pseudo_locale import write_pseudo

ENGLISH, PSEUDO = "en", "xx"
STORED = "stored"  # texts are written for `translate_stored` of `stored_text.py`
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}  # in their own words
# Chosen with the switch only, not by a browser's preferences, until their catalogues are complete.
INCOMPLETE_LANGUAGES: set[str] = set()
if os.environ.get("ROUNDHOUSE_PSEUDO_LOCALE"):  # for development
    LANGUAGES[PSEUDO] = "Pseudo"
# Placeholders of seats, with the context of the message that addresses this seat; winners are
# several seats.
SEAT_CONTEXTS = {"whom": "you as whom", "who": "you", "winners": "you among them"}
# An alternative for a reader: OPEN seat MIDDLE text for this seat MIDDLE other text CLOSE.
OPEN, MIDDLE, CLOSE = "\x01", "\x02", "\x03"
STORED_BEGIN, STORED_END = "\x0e", "\x0f"  # of a text in the language STORED
SOURCES = Path(__file__).parent.parent  # of this distribution

P = ParamSpec("P")

_ALTERNATIVE = re.compile(r"\x01(\d)\x02([^\x01-\x03]*)\x02([^\x01-\x03]*)\x03")
_SEAT = re.compile(r"@\d")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_folders: dict[Path, None] = {}  # of games from other packages


def current_language() -> str:
    """Return the code of the language that texts are written in now."""
    return _language.get()


def set_language(language: str) -> None:
    """Write texts in a language from now on, in this thread or task."""
    _language.set(language)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Write texts in a language inside of the `with` block."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def is_known(language: str) -> bool:
    """Return whether this is the code of a language that is offered."""
    return language in LANGUAGES


def find_language(preferences: str) -> str:
    """Return the complete language for a list such as `de-AT,de;q=0.9`, or English."""
    weighted = []
    for n, part in enumerate(preferences[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            rank = float(weight or 1)
        except ValueError:
            continue
        code = tag.strip().lower().partition("-")[0]
        if code in LANGUAGES.keys() - INCOMPLETE_LANGUAGES and rank > 0:
            weighted.append((-rank, n, code))
    return min(weighted)[2] if weighted else ENGLISH


def add_catalogues(package: Path) -> None:
    """Use the catalogues of a package folder outside of this distribution."""
    if SOURCES not in package.parents and package not in _folders:
        _folders[package] = None
        _load.cache_clear()


def list_catalogue_folders() -> list[Path]:
    """Return the folders with catalogues; of equal messages, the first one counts."""
    # Scripts have catalogues of their own (`static/locale`), which only browsers read.
    own = [path for path in SOURCES.glob("**/locale") if path.parent.name != "static"]
    return [*sorted(own), *(path / "locale" for path in _folders)]


@cache
def _load(language: str) -> Catalogue:
    """Return all messages of a language."""
    result = Catalogue()
    for folder in list_catalogue_folders():
        compile_if_outdated(folder / f"{language}.po")
        result.add(read_catalogue(folder / f"{language}.json"))
    return result


def translate(message: str, /, **values: object) -> str:
    """Return a message in the current language, with its placeholders filled in.

    The placeholders `{who}` and `{whom}` are seats, such as `@2`. In other languages than English a
    message may have a translation for the reader in this seat; then the result has both.
    """
    language = _language.get()
    if language == ENGLISH:
        return message.format_map(values) if values else message
    return _write(language, message, message, values)


def translate_in_context(context: str, message: str, /, **values: object) -> str:
    """Return a message whose English text alone is ambiguous."""
    language = _language.get()
    if language == ENGLISH:
        return message.format_map(values) if values else message
    return _write(language, context + CONTEXT_END + message, message, values)


def translate_plural(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Return the form of a message for a number, which fills in `{n}`."""
    values.setdefault("n", n)
    language = _language.get()
    if language == ENGLISH:
        return (singular if n == 1 else plural).format_map(values)
    if language == PSEUDO:
        return write_pseudo(singular if n == 1 else plural).format_map(values)
    if language == STORED:
        return store("translate_plural", singular, plural, n, **values)
    catalogue = _load(language)
    forms = catalogue.plurals.get(singular)
    if forms is None:
        return (singular if n == 1 else plural).format_map(values)
    result = forms[catalogue.form_of(n)].format_map(values)
    for name, context in SEAT_CONTEXTS.items():
        yours = catalogue.plurals.get(context + CONTEXT_END + singular) if name in values else None
        if yours is not None:
            addressed = yours[catalogue.form_of(n)].format_map(values)
            result = _offer_to_seats(name, str(values[name]), addressed, result)
    return result


def is_translated(message: str) -> bool:
    """Return whether a message exists in the current language."""
    language = _language.get()
    return language in (ENGLISH, PSEUDO) or message in _load(language).messages


def cache_by_language(write: Callable[P, str]) -> Callable[P, str]:
    """Call a function once for each language and its arguments, which are few."""

    @cache
    def write_in(_of_language: str, *arguments: Hashable) -> str:
        return cast(Callable[..., str], write)(*arguments)

    @wraps(write)
    def write_again(*arguments: P.args, **_none: P.kwargs) -> str:
        return write_in(_language.get(), *arguments)

    return write_again


def mark(message: str) -> str:
    """Mark a constant for the catalogues; it is translated where it is shown."""
    return message


def mark_unit(singular: str, plural: str) -> str:
    """Mark a unit, `("{n} cube", "{n} cubes")`; return its English name."""
    return plural.removeprefix("{n} ")


def _write(language: str, key: str, message: str, values: Mapping[str, object]) -> str:
    if language == PSEUDO:
        text = write_pseudo(message)
        return text.format_map(values) if values else text
    if language == STORED:
        context, end, _message = key.rpartition(CONTEXT_END)
        if end:
            return store("translate_in_context", context, message, **values)
        return store("translate", message, **values)
    messages = _load(language).messages
    text = messages.get(key, message)
    if not values:
        return text
    result = text.format_map(values)
    for name, context in SEAT_CONTEXTS.items():
        yours = messages.get(context + CONTEXT_END + message) if name in values else None
        if yours is not None:
            result = _offer_to_seats(name, str(values[name]), yours.format_map(values), result)
    return result


def store(function: str, /, *arguments: object, **values: object) -> str:
    """Return a text for `translate_stored`, which calls a function."""
    return f"{STORED_BEGIN}{json.dumps([function, arguments, values])}{STORED_END}"


def _offer_to_seats(placeholder: str, value: str, addressed: str, other: str) -> str:
    """Add another wording for the readers in the seats of a placeholder."""
    if placeholder != "winners" and not _SEAT.fullmatch(value):
        return other
    for seat in _SEAT.findall(value):
        other = f"{OPEN}{seat[1:]}{MIDDLE}{addressed}{MIDDLE}{other}{CLOSE}"
    return other


def choose_alternatives(text: str, seat: int | None) -> str:
    """Replace what a text offers to the reader in a seat, and to others."""
    while OPEN in text:
        chosen = _ALTERNATIVE.sub(lambda m: m[2] if m[1] == str(seat) else m[3], text)
        if chosen == text:
            break  # control characters of a name
        text = chosen
    return text
