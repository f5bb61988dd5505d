"""The clocks of the tables, as they are kept: written with the move, in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.store.connection import reading
from roundhouse.web.store.moments import now_in
from roundhouse.web.store.schema import clocks, heartbeat, tables

BEAT = "clocks"
AT_ONCE = 50
GAP = 12.0  # seconds without a server after which clocks are taken to have stood still

Row = dict[str, Any]
_KEEP = update(clocks).where(clocks.c.table_id == bindparam("_table"))


def keep_clock(db: Connection, table: str, row: Mapping[str, Any]) -> None:
    """Write a table's clock as it is now."""
    done = db.execute(_KEEP, {**row, "_table": table})
    if done.rowcount == 0:
        db.execute(insert(clocks).values(table_id=table, **row))


def clock_of(engine: Engine, table: str) -> Row | None:
    with reading(engine) as db:
        row = db.execute(select(clocks).where(clocks.c.table_id == table)).mappings().first()
    return None if row is None else dict(row)


def due_clocks(engine: Engine, now: float) -> list[str]:
    """The tables whose clocks somebody has to look at, the latest first of all."""
    wanted = select(clocks.c.table_id).where(clocks.c.due <= now).order_by(clocks.c.due)
    with reading(engine) as db:
        return list(db.scalars(wanted.limit(AT_ONCE)))


def any_runs(engine: Engine) -> bool:
    """Whether there is any clock that somebody has to look at, now or later."""
    with reading(engine) as db:
        return (
            db.scalar(select(clocks.c.table_id).where(clocks.c.due.is_not(None)).limit(1))
            is not None
        )


def leave_alone(db: Connection, table: str) -> None:
    """Nobody has to look at this clock any more: the game cannot be played."""
    db.execute(update(clocks).where(clocks.c.table_id == table).values(due=None))


def beat(db: Connection) -> float:
    """Say that a server is looking at the clocks. If none was for a while, all clocks that run are
    moved on by that time: nobody loses what they could not use. Returns the time that was missed.
    """
    make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    first = make(heartbeat).values(name=BEAT, at=now_in(db))
    db.execute(first.on_conflict_do_nothing())  # a write: from here on one server at a time
    mine = heartbeat.c.name == BEAT
    last = db.scalar(select(heartbeat.c.at).where(mine).with_for_update()) or 0.0
    now = db.scalar(select(now_in(db))) or 0.0
    db.execute(update(heartbeat).where(mine).values(at=now))
    missed = max(0.0, now - last)
    if missed < GAP:
        return 0.0
    stood = select(clocks.c.table_id).where(clocks.c.due.is_not(None), clocks.c.since <= last)
    here = list(db.scalars(stood))
    moved = {"since": clocks.c.since + missed, "due": clocks.c.due + missed}
    for begin in range(0, len(here), 500):
        some = here[begin : begin + 500]
        db.execute(update(clocks).where(clocks.c.table_id.in_(some)).values(**moved))
        raised = update(tables).where(tables.c.id.in_(some))
        db.execute(raised.values(revision=tables.c.revision + 1))
    return missed
