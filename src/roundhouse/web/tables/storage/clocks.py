"""The clocks of the tables in the database, written together with the move."""

from __future__ import annotations

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.storage.database import Database, now_in
from roundhouse.web.storage.schema import heartbeat, tables

HEARTBEAT = "clocks"
MAX_DUE = 50
MAX_GAP = 12.0  # seconds; after a longer time without a server, clocks are paused for that time


def due_clocks(database: Database, now: float) -> list[str]:
    """Return the tables whose clock needs attention, the most overdue first."""
    due = tables.c.clock_due
    return database.scalars(select(tables.c.id).where(due <= now).order_by(due).limit(MAX_DUE))


def has_running_clock(database: Database) -> bool:
    """Return whether any clock will need attention, now or later."""
    running = select(tables.c.id).where(tables.c.clock_due.is_not(None))
    return database.scalar(running.limit(1)) is not None


def stop_watching(db: Connection, table: str) -> None:
    """Stop checking the clock of a table that cannot be played."""
    db.execute(update(tables).where(tables.c.id == table).values(clock_due=None))


def record_heartbeat(db: Connection) -> float:
    """Record that a server is checking the clocks; return the seconds missed before.

    If no server checked for a while, all running clocks move on by that time, so that no player
    loses time to an outage.
    """
    make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    first = make(heartbeat).values(name=HEARTBEAT, at=now_in(db))
    db.execute(first.on_conflict_do_nothing())  # takes the lock: one server at a time from here on
    mine = heartbeat.c.name == HEARTBEAT
    last = db.scalar(select(heartbeat.c.at).where(mine).with_for_update()) or 0.0
    now = db.scalar(select(now_in(db))) or 0.0
    db.execute(update(heartbeat).where(mine).values(at=now))
    missed = max(0.0, now - last)
    if missed < MAX_GAP:
        return 0.0
    watched = (tables.c.clock_due.is_not(None), tables.c.clock_since <= last)
    db.execute(
        update(tables)
        .where(*watched)
        .values(
            clock_since=tables.c.clock_since + missed,
            clock_due=tables.c.clock_due + missed,
            revision=tables.c.revision + 1,
        )
    )
    return missed
