"""Standing orders, as they are kept: with the move that they have led to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select

from roundhouse.web.store.connection import reading
from roundhouse.web.store.schema import orders

Row = dict[str, Any]


def orders_of(engine: Engine, table: str) -> list[Row]:
    with reading(engine) as db:
        found = db.execute(select(orders).where(orders.c.table_id == table)).mappings()
        return [dict(row) for row in found]


def keep_orders(db: Connection, table: str, rows: Iterable[Row]) -> None:
    """Write the programmes of some seats, instead of what they had."""
    for row in rows:
        here = (orders.c.table_id == table, orders.c.seat == row["seat"])
        db.execute(delete(orders).where(*here))
        if row["programme"] or row["said"]:
            db.execute(insert(orders).values(table_id=table, **row))
