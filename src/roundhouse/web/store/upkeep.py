"""Keeping the database in order: what nobody needs any more is deleted, by the rules that
docs/operation.md tells people; SQLite's log is written back into its file."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, exists, or_, select, update

from roundhouse.web.store.community import channels, due, remarks, settled, ties, unrated
from roundhouse.web.store.connection import is_sqlite
from roundhouse.web.store.schema import (
    board_owners,
    chairs,
    clocks,
    entries,
    orders,
    people,
    records,
    session_uses,
    sessions,
    snapshots,
    tables,
    tempos,
)

DAY = 24 * 3600.0
WAITING_DAYS = 14  # a table that still waits for players after so long is broken up
CLOSED_DAYS = 28  # one that was closed before a move was made is deleted after so long
GUEST_DAYS = 30  # a guest who has never sat down, hosted or uploaded anything
SESSION_DAYS = 400  # a cookie lasts a year
AT_ONCE = 500  # rows of one kind deleted in one go
# Whoever is named here is kept.
OWNERS = (chairs.c.person, tables.c.host, records.c.person, board_owners.c.person)


def clean_up(db: Connection, now: float | None = None) -> dict[str, int]:
    """Delete what is due; how many of what."""
    moment = time.time() if now is None else now
    return {
        "waiting tables broken up": _break_up(db, moment - WAITING_DAYS * DAY),
        "closed tables": _delete_closed(db, moment - CLOSED_DAYS * DAY),
        "sessions": _delete_sessions(db, moment - SESSION_DAYS * DAY),
        "guests": _delete_guests(db, moment - GUEST_DAYS * DAY),
    }


def _break_up(db: Connection, before: float) -> int:
    """Close tables at which the game has never begun."""
    stale = and_(tables.c.phase == "waiting", tables.c.updated < before)
    found = list(db.scalars(select(tables.c.id).where(stale).limit(AT_ONCE)))
    db.execute(update(chairs).where(chairs.c.table_id.in_(found)).values(invite=None))
    closed = {"phase": "over", "listed": False, "revision": tables.c.revision + 1}
    return db.execute(update(tables).where(tables.c.id.in_(found), stale).values(**closed)).rowcount


def _delete_closed(db: Connection, before: float) -> int:
    """Delete tables that were closed before a move was made there."""
    played = exists().where(entries.c.table_id == tables.c.id)
    stale = and_(tables.c.phase == "over", tables.c.ply == 0, tables.c.updated < before, ~played)
    found = list(db.scalars(select(tables.c.id).where(stale).limit(AT_ONCE)))
    for kept in (chairs, clocks, tempos, orders, snapshots, remarks, settled, unrated, due):
        db.execute(delete(kept).where(kept.c.table_id.in_(found)))
    return db.execute(delete(tables).where(tables.c.id.in_(found))).rowcount


def _delete_sessions(db: Connection, before: float) -> int:
    """Delete sessions that have ended, and what is noted of sessions that are not there."""
    gone = db.execute(delete(sessions).where(sessions.c.created < before)).rowcount
    there = exists().where(sessions.c.key == session_uses.c.key)
    db.execute(delete(session_uses).where(~there))
    return gone


def _delete_guests(db: Connection, before: float) -> int:
    def has(column: ColumnElement[str]) -> ColumnElement[bool]:
        return exists().where(column == people.c.id)

    gone = and_(
        people.c.login.is_(None),
        people.c.created < before,
        ~or_(
            has(chairs.c.person),
            has(tables.c.host),
            has(records.c.person),
            has(board_owners.c.person),
            has(channels.c.person),
            has(remarks.c.person),
        ),
    )
    found = list(db.scalars(select(people.c.id).where(gone).limit(AT_ONCE)))
    db.execute(delete(sessions).where(sessions.c.person.in_(found)))
    db.execute(delete(ties).where(or_(ties.c.person.in_(found), ties.c.other.in_(found))))
    return db.execute(delete(people).where(people.c.id.in_(found), gone)).rowcount


def checkpoint(engine: Engine) -> None:
    """Write SQLite's write-ahead log back into the file, so that the file alone is whole. If
    somebody is in the way it is done another time."""
    file = engine.url.database
    if not is_sqlite(engine) or not file or file == ":memory:":
        return
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file, timeout=0.5)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
