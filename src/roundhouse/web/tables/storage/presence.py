"""Which user has which table open, reported by each server process.

A report expires after a short time, so a process that dies leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, tuple_, update

from roundhouse.web.storage.database import Database, now_in
from roundhouse.web.storage.schema import presence

PRESENCE_SECONDS = 25.0  # a report is valid for this time

Place = tuple[str, str]  # table, user


def save_presence(db: Connection, holder: str, here: Iterable[Place]) -> set[str]:
    """Replace a process's report and return the tables where someone came or left."""
    expected, mine = set(here), presence.c.holder == holder
    columns = select(presence.c.table_id, presence.c.person).where(mine)
    rows = {(table, user) for table, user in db.execute(columns)}
    removed, new = rows - expected, expected - rows
    if removed:
        places = tuple_(presence.c.table_id, presence.c.person)
        db.execute(delete(presence).where(mine, places.in_(sorted(removed))))
    until = now_in(db) + PRESENCE_SECONDS
    db.execute(update(presence).where(mine).values(until=until))
    for table, user in sorted(new):
        row = {"table_id": table, "person": user, "holder": holder}
        db.execute(insert(presence).values(**row, until=until))
    db.execute(delete(presence).where(presence.c.until < now_in(db) - PRESENCE_SECONDS))
    return {table for table, _ in removed | new}


def load_present_users(database: Database, table: str) -> frozenset[str]:
    """Return the users who have a table open on any server."""
    with database.reading() as db:
        good = presence.c.until > now_in(db)
        rows = select(presence.c.person).where(presence.c.table_id == table, good)
        return frozenset(db.scalars(rows))


def filter_present(database: Database, places: Iterable[Place]) -> set[Place]:
    """Return those of `places` whose user has the table open on any server."""
    with database.reading() as db:
        place = tuple_(presence.c.table_id, presence.c.person)
        good = presence.c.until > now_in(db)
        statement = select(presence.c.table_id, presence.c.person)
        rows = db.execute(statement.where(place.in_(sorted(places)), good))
        return {(table, user) for table, user in rows}
