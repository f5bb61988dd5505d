"""The statements of a move, the same ones each time: made once, because to put a statement together
takes longer than SQLite does to carry it out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from roundhouse.play.match import Entry
from roundhouse.web.store.schema import entries, tables

# (Parameters of a condition are called otherwise than columns: those are what is set.)
_RAISE = update(tables).where(
    tables.c.id == bindparam("_table"), tables.c.revision == bindparam("_revision")
)
_LAST = select(func.coalesce(func.max(entries.c.n), -1)).where(
    entries.c.table_id == bindparam("_table")
)
_RAISE_KNOWN = _RAISE.where(_LAST.scalar_subquery() == bindparam("_last"))
_ADD = insert(entries)


def raise_revision(
    db: Connection,
    table: str,
    revision: int,
    values: Mapping[str, Any],
    known: int,
    added: Sequence[Entry],
) -> bool:
    """Change the row of a table that is at `revision` and, where there are entries to be added,
    has `known` of them; add those. False, and nothing is changed, if it is not as it was thought to
    be. From here on the row is locked by this transaction."""
    where: dict[str, Any] = {"_table": table, "_revision": revision}
    if added:
        done = db.execute(_RAISE_KNOWN, {**values, **where, "_last": known - 1})
    else:
        done = db.execute(_RAISE, {**values, **where})
    if done.rowcount != 1:
        return False
    append(db, table, known, added)
    return True


def append(db: Connection, table: str, first: int, added: Sequence[Entry]) -> None:
    """Add entries, numbered from `first` on; the database refuses a number that it has."""
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
