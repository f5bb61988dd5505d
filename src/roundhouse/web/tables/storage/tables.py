"""Tables, their chairs and their entries in the database.

Moves are stored as text, never as action numbers. Entries of a match are only appended. Each
change of a table increments its `revision` in the same transaction and fails if another process
incremented it first, so several server processes can share a database. The database numbers the
entries, so a process with outdated state cannot leave a gap.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.play.match import Entry
from roundhouse.table.events import TableEvent
from roundhouse.table.ports import Conflict
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import chairs, entries, pairings, tables
from roundhouse.web.tables.leases import LeaseChange, playable, settle
from roundhouse.web.tables.match_snapshots import StoredSnapshot, save_snapshots
from roundhouse.web.tables.storage import lists

# Parameters of conditions start with an underscore; names of columns are the values to set.
_BUMP = update(tables).where(
    tables.c.id == bindparam("_table"), tables.c.revision == bindparam("_revision")
)
_LAST = select(func.coalesce(func.max(entries.c.n), -1)).where(
    entries.c.table_id == bindparam("_table")
)
_BUMP_IF_KNOWN = _BUMP.where(_LAST.scalar_subquery() == bindparam("_last"))
_ADD = insert(entries)


def bump_revision(
    db: Connection,
    table: str,
    revision: int,
    values: Mapping[str, Any],
    entry_count: int,
    new_entries: Sequence[Entry],
) -> bool:
    """Update a table's row and append entries, unless the table has changed.

    The row must be at `revision` and, if entries are added, the match must have `entry_count`.
    Returns False and changes nothing otherwise. The transaction holds the row's lock afterwards.
    """
    where: dict[str, Any] = {"_table": table, "_revision": revision}
    if new_entries:
        result = db.execute(_BUMP_IF_KNOWN, {**values, **where, "_last": entry_count - 1})
    else:
        result = db.execute(_BUMP, {**values, **where})
    if result.rowcount != 1:
        return False
    append(db, table, entry_count, new_entries)
    return True


def append(db: Connection, table: str, first: int, new_entries: Sequence[Entry]) -> None:
    """Insert entries numbered from `first`; the primary key rejects duplicates."""
    if not new_entries:
        return
    now = time.time()
    rows = [
        {
            "table_id": table,
            "n": n,
            "kind": entry.kind,
            "ply": entry.ply,
            "seat": entry.seat,
            "words": entry.words,
            "at": now,
        }
        for n, entry in enumerate(new_entries, first)
    ]
    db.execute(_ADD, rows)


_REVISION = select(tables.c.revision).where(tables.c.id == bindparam("table"))
# Parameters of conditions start with an underscore; names of columns are the values to set.
_CHANGE_CHAIR = update(chairs).where(
    chairs.c.table_id == bindparam("_table"), chairs.c.seat == bindparam("_seat")
)


class TableParticipant(Protocol):
    """Something else that is written when a table is, in the same transaction."""

    def table_written(self, db: Connection, table: str, events: Sequence[TableEvent]) -> None: ...


@dataclass(frozen=True)
class NewTableRow:
    row: Mapping[str, Any]
    chairs: Sequence[Row]
    entries: Sequence[Entry] = ()
    lease: LeaseChange | None = None
    events: Sequence[TableEvent] = ()


@dataclass(frozen=True)
class TableChange:
    """A change of a table that is at `revision` and has `entry_count` entries."""

    table: str
    revision: int
    row: Mapping[str, Any]  # columns to set
    entry_count: int = 0
    entries: Sequence[Entry] = ()
    chairs: Iterable[Row] = ()  # columns to set, with the seat
    orders: Iterable[Row] = ()  # the same for standing orders
    early: Iterable[Row] = ()  # the same for choices before the turn
    lease: LeaseChange | None = None
    snapshots: Iterable[StoredSnapshot] = ()
    events: Sequence[TableEvent] = ()


class TableWrite(NamedTuple):
    """The result of writing a table."""

    revision: int
    holds_lease: bool  # whether this process holds the table's lease now


class TableRows:
    """The rows of tables. `participants` take part in every change."""

    def __init__(self, database: Database, participants: Sequence[TableParticipant] = ()) -> None:
        self.database, self._participants = database, participants

    # Writing

    def add_table(self, new: NewTableRow) -> TableWrite:
        now, table = time.time(), str(new.row["id"])
        with self.database.writing() as db:
            db.execute(insert(tables).values(**new.row, created=now, updated=now))
            db.execute(insert(chairs), [{**chair, "table_id": table} for chair in new.chairs])
            append(db, table, 0, new.entries)
            holds_lease = self._finish(db, table, new.lease, new.events)
        return TableWrite(new.row["revision"], holds_lease)

    def change_table(self, change: TableChange) -> TableWrite:
        """Change a table; return after the change is on disk.

        Raises Conflict, and changes nothing, if the table has changed, and NotHeld if a bot's move
        is made without the lease.
        """
        table, revision = change.table, change.revision + 1
        row = {**change.row, "revision": revision, "updated": time.time()}
        try:
            with self.database.writing() as db:
                if not bump_revision(
                    db, table, change.revision, row, change.entry_count, change.entries
                ):
                    raise Conflict(table)
                for rows in (change.chairs, change.orders, change.early):
                    _change_chairs(db, table, rows)
                save_snapshots(db, table, change.snapshots)
                holds_lease = self._finish(db, table, change.lease, change.events)
                self.database.notify_changed(db, table, revision, row.get("ply", -1))
        except IntegrityError:
            raise Conflict(table) from None
        return TableWrite(revision, holds_lease)

    def _finish(
        self, db: Connection, table: str, lease: LeaseChange | None, events: Sequence[TableEvent]
    ) -> bool:
        holds_lease = lease is not None and settle(db, table, lease)
        for participant in self._participants:
            participant.table_written(db, table, events)
        return holds_lease

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        """Move a guest's seats and hosted tables to a user."""
        touched = lists.tables_with(db, guest)
        db.execute(update(chairs).where(chairs.c.person == guest).values(person=user))
        db.execute(update(tables).where(tables.c.host == guest).values(host=user))
        raise_revisions(db, touched)

    # Reading

    def table(self, table: str) -> Row | None:
        return self.database.row(select(tables).where(tables.c.id == table))

    def in_tournament(self, table: str) -> bool:
        paired = select(pairings.c.table_id).where(pairings.c.table_id == table)
        return self.database.scalar(paired) is not None

    def table_summary(self, table: str) -> Row | None:
        """Return the columns of a list; works even if the rest of the row is unreadable."""
        return self.database.row(select(*lists.COLUMNS).where(tables.c.id == table))

    def revision(self, table: str) -> int | None:
        revision: int | None = self.database.scalar(_REVISION, {"table": table})
        return revision

    def chairs(self, table: str) -> list[Row]:
        """Return the chairs of a table with their standing orders."""
        mine = select(chairs).where(chairs.c.table_id == table)
        return self.database.rows(mine.order_by(chairs.c.seat))

    def chair_of_invite(self, invite: str) -> Row | None:
        return self.database.row(select(*lists.CHAIR_COLUMNS).where(chairs.c.invite == invite))

    def places(self, table_ids: Iterable[str]) -> list[tuple[str, int, int]]:
        """Return (table, revision, ply) of each of these tables."""
        columns = select(tables.c.id, tables.c.revision, tables.c.ply)
        with self.database.reading() as db:
            rows = db.execute(columns.where(tables.c.id.in_(list(table_ids))))
            return [(table, revision, ply) for table, revision, ply in rows]

    def entries(self, table: str) -> list[Entry]:
        return [entry for _, entry in self.numbered_entries(table)]

    def numbered_entries(self, table: str) -> list[tuple[int, Entry]]:
        """Return all entries of a match with their numbers, which should be 0, 1, 2, ..."""
        rows = (
            select(entries.c.n, entries.c.kind, entries.c.ply, entries.c.seat, entries.c.words)
            .where(entries.c.table_id == table)
            .order_by(entries.c.n)
        )
        with self.database.reading() as db:
            return [(n, Entry(*entry)) for n, *entry in db.execute(rows)]

    def count_playing(self, user: str, versions: Mapping[str, Sequence[int]]) -> int:
        """Return how many unfinished tables a user hosts.

        Only games and rules in `versions` count.
        """
        mine = (tables.c.host == user, tables.c.phase != "over", playable(versions))
        return self.database.scalar(select(func.count()).select_from(tables).where(*mine)) or 0


def raise_revisions(db: Connection, table_ids: Iterable[str]) -> None:
    """Make every process load these tables again."""
    touched = tables.c.id.in_(list(table_ids))
    db.execute(update(tables).where(touched).values(revision=tables.c.revision + 1))


def _change_chairs(db: Connection, table: str, rows: Iterable[Row]) -> None:
    changed = [
        {**{name: value for name, value in row.items() if name != "seat"}, "_seat": row["seat"]}
        for row in rows
    ]
    if changed:
        db.execute(_CHANGE_CHAIR, [{**row, "_table": table} for row in changed])
