"""SQL statements for adding entries to a match.

The statements are built once: building one takes longer than SQLite needs to run it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from roundhouse.play.match import Entry
from roundhouse.web.storage.schema import entries, tables

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
    known: int,
    added: Sequence[Entry],
) -> bool:
    """Update a table's row and append entries, unless the table has changed.

    The row must be at `revision` and, if entries are added, the match must have `known` entries.
    Returns False and changes nothing otherwise. The transaction holds the row's lock afterwards.
    """
    where: dict[str, Any] = {"_table": table, "_revision": revision}
    if added:
        done = db.execute(_BUMP_IF_KNOWN, {**values, **where, "_last": known - 1})
    else:
        done = db.execute(_BUMP, {**values, **where})
    if done.rowcount != 1:
        return False
    append(db, table, known, added)
    return True


def append(db: Connection, table: str, first: int, added: Sequence[Entry]) -> None:
    """Insert entries numbered from `first`; the primary key rejects duplicates."""
    if not added:
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
        for n, entry in enumerate(added, first)
    ]
    db.execute(_ADD, rows)
