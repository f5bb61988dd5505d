"""What time it is: by the clock of the database, where several machines share it."""

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

from roundhouse.web.store.connection import reading


def now_in(db: Connection) -> ColumnElement[float]:
    """The time, to be worked with inside a statement."""
    if db.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return literal(time.time())


def now_of(engine: Engine) -> float:
    if engine.dialect.name != "postgresql":
        return time.time()
    with reading(engine) as db:
        return float(db.scalar(select(now_in(db))) or 0.0)
