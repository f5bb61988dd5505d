"""Rejects NUL characters in statement parameters.

PostgreSQL cannot store NUL and SQLite can, so both reject it for the same behaviour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, event

from roundhouse.table.errors import Refusal

NUL = "\0"


def refuse_nul(engine: Engine) -> None:
    """Reject every statement with a NUL character in a text parameter."""

    def check(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if any(NUL in text for text in _texts(values)):
            raise Refusal("Your input contains a NUL character. Remove it and try again.")

    event.listen(engine, "before_cursor_execute", check)


def _texts(values: Any) -> Iterator[str]:
    """Yield the strings among a statement's parameters."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict):
        yield from _texts(tuple(values.values()))
    elif isinstance(values, list | tuple):
        for part in values:
            yield from _texts(part)
