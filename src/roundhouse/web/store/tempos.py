"""How soon the bots of each table answer, as it is kept."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, insert, select

from roundhouse.web.store.connection import reading
from roundhouse.web.store.schema import tempos


def keep_tempo(db: Connection, table: str, tempo: str) -> None:
    """Write it for a new table."""
    db.execute(insert(tempos).values(table_id=table, tempo=tempo))


def tempo_of(engine: Engine, table: str) -> str | None:
    with reading(engine) as db:
        return db.scalar(select(tempos.c.tempo).where(tempos.c.table_id == table))
