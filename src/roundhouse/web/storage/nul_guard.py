"""Rejects NUL characters in statement parameters.

PostgreSQL cannot store NUL and SQLite can, so both reject it for the same behaviour.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, event

from roundhouse.table.errors import Refusal

NUL = "\0"


def refuse_nul(engine: Engine) -> None:
    """Reject every statement with a NUL character in a text parameter.

    These are events of the dialect: an event of the engine would cost each statement much more.
    """

    def check(cursor: Any, statement: str, values: Any, context: Any) -> None:
        if _has_nul(values):
            raise Refusal("Your input contains a NUL character. Remove it and try again.")

    for name in ("do_execute", "do_executemany"):
        event.listen(engine, name, check)


def _has_nul(values: Any) -> bool:
    """Return whether a string among a statement's parameters has a NUL character."""
    if isinstance(values, str):
        return NUL in values
    if isinstance(values, dict):
        values = values.values()
    elif not isinstance(values, list | tuple):
        return False
    return any(_has_nul(value) for value in values)
