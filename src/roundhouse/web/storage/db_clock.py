"""The current time, by the database's clock if several servers share it."""

from __future__ import annotations

import time

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    cast,
    extract,
    func,
    literal,
    select,
)

from roundhouse.web.storage.connection import reading


def now_in(db: Connection) -> ColumnElement[float]:
    """Return the current time as an SQL expression."""
    if db.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return literal(time.time())


def now_of(engine: Engine) -> float:
    if engine.dialect.name != "postgresql":
        return time.time()
    with reading(engine) as db:
        return float(db.scalar(select(now_in(db))) or 0.0)
