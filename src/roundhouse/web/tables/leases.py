"""Leases: which server process plays the bots of a table.

The process that holds a table's lease computes the bot's move and plays it in a transaction that
checks the lease. A process that dies stops renewing its leases; after they expire, any other
process can take them. A lease exists only while it is a bot's turn.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.storage.database import Database, now_in
from roundhouse.web.storage.schema import chairs, leases, tables
from roundhouse.web.tables.games import supported_versions

LEASE = 5.0  # seconds


class NotHeld(Exception):
    """A process tried to play a bot's move without holding the table's lease."""


@dataclass(frozen=True)
class LeaseChange:
    """How a change of a table affects its lease, in the same transaction."""

    holder: str  # the process that takes the lease
    bot_next: bool  # it is a bot's turn afterwards
    by_bot: bool = False  # the change is a bot's move and requires the lease
    bot_before: bool = True  # it was a bot's turn before, so a lease may exist


def settle(db: Connection, table: str, claim: LeaseChange) -> bool:
    """Apply a lease change and return whether the holder has the lease now.

    Raises NotHeld if a bot's move is made without the lease.
    """
    if claim.by_bot:
        mine = and_(leases.c.table_id == table, leases.c.holder == claim.holder)
        if claim.bot_next:
            result = db.execute(update(leases).where(mine).values(until=now_in(db) + LEASE))
        else:
            result = db.execute(delete(leases).where(mine))
        if result.rowcount != 1:
            raise NotHeld(table)
        return claim.bot_next
    if claim.bot_next:
        return take(db, table, claim.holder)
    if claim.bot_before:
        db.execute(delete(leases).where(leases.c.table_id == table))
    return False


def take(db: Connection, table: str, holder: str) -> bool:
    """Take or renew a lease unless another process holds it."""
    now = now_in(db)
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    row = insert(leases).values(table_id=table, holder=holder, until=now + LEASE)
    statement = row.on_conflict_do_update(
        index_elements=[leases.c.table_id],
        set_={"holder": row.excluded.holder, "until": row.excluded.until},
        where=or_(leases.c.until < now, leases.c.holder == holder),
    ).returning(leases.c.table_id)
    return db.scalar(statement) is not None


def playable(versions: Mapping[str, Sequence[int]]) -> ColumnElement[bool]:
    """Return a condition for tables whose game and rules version are installed."""
    return or_(
        literal(False),
        *(
            and_(tables.c.game == game, tables.c.rules.in_(rules))
            for game, rules in versions.items()
        ),
    )


class Leases:
    """Leases of this process; methods may be called from any thread.

    The information here may be outdated. Each bot's move checks the lease in the database again.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._held_until: dict[str, float] = {}  # monotonic time by table
        self.holder = secrets.token_hex(8)

    def begin(self) -> None:
        """Delete leftover leases of a SQLite database, which has only one server."""
        if not self._database.shared:
            with self._database.writing() as db:
                db.execute(delete(leases))

    def claim(self, bot_next: bool, by_bot: bool, bot_before: bool) -> LeaseChange:
        """Return the lease change for a change of a table."""
        return LeaseChange(self.holder, bot_next, by_bot, bot_before)

    def note(self, table: str, holds_lease: bool) -> None:
        """Record whether this process holds a lease."""
        with self._lock:
            if holds_lease:
                self._held_until[table] = time.monotonic() + LEASE
            else:
                self._held_until.pop(table, None)

    def hold(self, table: str) -> bool:
        """Return whether this process plays a table's bots; take the lease if possible."""
        with self._lock:
            sure = self._held_until.get(table, 0.0) > time.monotonic() + LEASE / 2
        if not sure:
            with self._database.writing() as db:
                sure = take(db, table, self.holder)
            self.note(table, sure)
        return sure

    def renew(self, tables: Iterable[str]) -> None:
        """Renew leases and forget those that another process has taken."""
        ids = list(tables)
        if not ids:
            return
        mine = update(leases).where(leases.c.holder == self.holder, leases.c.table_id.in_(ids))
        with self._database.writing() as db:
            until = now_in(db) + LEASE
            renewed = set(db.scalars(mine.values(until=until).returning(leases.c.table_id)))
        for table in ids:
            self.note(table, table in renewed)

    def release(self, table: str) -> None:
        with self._lock:
            was_held = self._held_until.pop(table, None) is not None
        if was_held:
            mine = (leases.c.holder == self.holder, leases.c.table_id == table)
            with self._database.writing() as db:
                db.execute(delete(leases).where(*mine))

    def release_all(self) -> None:
        """Release all leases when the process ends, so that others need not wait."""
        with self._database.writing() as db:
            db.execute(delete(leases).where(leases.c.holder == self.holder))

    def find_orphans(self) -> list[tuple[str, int]]:
        """Return (table, revision) of tables with a bot to move and no valid lease.

        The most recently changed tables come first.
        """
        here = and_(chairs.c.table_id == tables.c.id, chairs.c.seat == tables.c.turn)
        with self._database.reading() as db:
            rows = (
                select(tables.c.id, tables.c.revision)
                .join(chairs, here)
                .outerjoin(leases, leases.c.table_id == tables.c.id)
                .where(
                    tables.c.phase == "playing",
                    chairs.c.kind == "bot",
                    or_(leases.c.table_id.is_(None), leases.c.until < now_in(db)),
                    playable(supported_versions()),
                )
                .order_by(tables.c.updated.desc())
            )
            return [(table, revision) for table, revision in db.execute(rows)]
