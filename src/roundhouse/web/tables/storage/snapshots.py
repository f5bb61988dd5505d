"""Stored snapshots of matches, which make loading a long match faster.

The entries are authoritative: a snapshot can always be recomputed from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import snapshots


class StoredSnapshot(NamedTuple):
    """A snapshot row. `seal` is a digest of the rules, the entries and the state."""

    entries: int
    ply: int
    state: bytes
    seal: str


def load_snapshots(database: Database, table: str) -> list[StoredSnapshot]:
    """Return all snapshots of a match, ordered by ply."""
    columns = (snapshots.c.entries, snapshots.c.ply, snapshots.c.state, snapshots.c.seal)
    rows = select(*columns).where(snapshots.c.table_id == table).order_by(snapshots.c.ply)
    with database.reading() as db:
        return [
            StoredSnapshot(entries, ply, bytes(state), seal)
            for entries, ply, state, seal in db.execute(rows)
        ]


def save_snapshots(db: Connection, table: str, states: Iterable[StoredSnapshot]) -> None:
    """Save snapshots and replace those of the same plies."""
    rows = [{"table_id": table, **one._asdict()} for one in states]
    if not rows:
        return
    same = snapshots.c.ply.in_([row["ply"] for row in rows])
    db.execute(delete(snapshots).where(snapshots.c.table_id == table, same))
    db.execute(insert(snapshots), rows)
