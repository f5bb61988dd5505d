"""What a database does not keep: the letter NUL. PostgreSQL breaks on it and SQLite does not, so it
is refused for both, where everything that is asked of a database comes by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, event

from roundhouse.web.errors import Refusal

NUL = "\0"


def refuse_nul(engine: Engine) -> None:
    """Have every statement refused that carries a text with a NUL in it."""

    def check(connection: Any, cursor: Any, statement: str, given: Any, *_: Any) -> None:
        if any(NUL in text for text in _texts(given)):
            raise Refusal("There is a NUL byte in what you have sent; leave it out.")

    event.listen(engine, "before_cursor_execute", check)


def _texts(given: Any) -> Iterator[str]:
    """The texts among the parameters of a statement, or of many."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, dict):
        yield from _texts(tuple(given.values()))
    elif isinstance(given, list | tuple):
        for part in given:
            yield from _texts(part)
