"""Who has which table open, said by each server process for its own pages. A process that dies says
nothing any more, and what it said is good for a little while only."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, Engine, delete, insert, select, tuple_, update

from roundhouse.web.store.connection import reading
from roundhouse.web.store.moments import now_in
from roundhouse.web.store.schema import presence

GOOD = 25.0  # seconds

Place = tuple[str, str]  # table, person


def say_who_is_here(db: Connection, holder: str, here: Iterable[Place]) -> set[str]:
    """What a process says now, instead of what it said before; the tables at which somebody has
    come or gone."""
    wanted, mine = set(here), presence.c.holder == holder
    columns = select(presence.c.table_id, presence.c.person).where(mine)
    said = {(table, person) for table, person in db.execute(columns)}
    gone, new = said - wanted, wanted - said
    if gone:
        places = tuple_(presence.c.table_id, presence.c.person)
        db.execute(delete(presence).where(mine, places.in_(sorted(gone))))
    until = now_in(db) + GOOD
    db.execute(update(presence).where(mine).values(until=until))
    for table, person in sorted(new):
        row = {"table_id": table, "person": person, "holder": holder}
        db.execute(insert(presence).values(**row, until=until))
    db.execute(delete(presence).where(presence.c.until < now_in(db) - GOOD))
    return {table for table, _ in gone | new}


def who_is_at(engine: Engine, table: str) -> frozenset[str]:
    """The people who have a table open, wherever."""
    with reading(engine) as db:
        good = presence.c.until > now_in(db)
        wanted = select(presence.c.person).where(presence.c.table_id == table, good)
        return frozenset(db.scalars(wanted))


def who_of(engine: Engine, places: Iterable[Place]) -> set[Place]:
    """Which of these people have the table beside their name open, wherever."""
    with reading(engine) as db:
        place = tuple_(presence.c.table_id, presence.c.person)
        good = presence.c.until > now_in(db)
        wanted = select(presence.c.table_id, presence.c.person)
        found = db.execute(wanted.where(place.in_(sorted(places)), good))
        return {(table, person) for table, person in found}
