"""Packed states of matches, kept now and then so that a long match need not be played again from
its beginning. They can always be made again from the entries, and are never believed over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, insert, select

from roundhouse.web.store.connection import reading
from roundhouse.web.store.schema import snapshots


class Kept(NamedTuple):
    """A snapshot as it is kept. `seal` says of which code, which entries and which state."""

    entries: int
    ply: int
    state: bytes
    seal: str


def kept(engine: Engine, table: str) -> list[Kept]:
    """All of a match, by ply."""
    columns = (snapshots.c.entries, snapshots.c.ply, snapshots.c.state, snapshots.c.seal)
    wanted = select(*columns).where(snapshots.c.table_id == table).order_by(snapshots.c.ply)
    with reading(engine) as db:
        return [
            Kept(entries, ply, bytes(state), seal)
            for entries, ply, state, seal in db.execute(wanted)
        ]


def keep(db: Connection, table: str, made: Iterable[Kept]) -> None:
    """Keep some, instead of what there may be of the same plies."""
    rows = [{"table_id": table, **one._asdict()} for one in made]
    if not rows:
        return
    same = snapshots.c.ply.in_([row["ply"] for row in rows])
    db.execute(delete(snapshots).where(snapshots.c.table_id == table, same))
    db.execute(insert(snapshots), rows)
