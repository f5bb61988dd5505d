"""What is said at tables, in the database; and what was reported of it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from roundhouse.web.store.community import remarks, reports
from roundhouse.web.store.store import Row, Store

SEATS, WATCHERS = "seats", "watchers"
SHOWN = 100


class Remarks:
    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, table: str, side: str, person: str, name: str, words: str) -> None:
        """Pages that are open at any server hear that there is something new."""
        row = {"table_id": table, "side": side, "person": person, "name": name, "words": words}
        with self._store.writing() as db:
            db.execute(insert(remarks).values(**row, at=time.time()))
            self._store.look_again(db, table)

    def at(self, table: str, sides: list[str]) -> list[Row]:
        """The last that were made, the oldest first."""
        wanted = select(remarks).where(remarks.c.table_id == table, remarks.c.side.in_(sides))
        return self._all(wanted.order_by(remarks.c.id.desc()).limit(SHOWN))[::-1]

    def find(self, remark: int) -> Row | None:
        return next(iter(self._all(select(remarks).where(remarks.c.id == remark))), None)

    def report(self, remark: int, person: str, why: str) -> None:
        row = {"remark": remark, "person": person, "why": why, "at": time.time()}
        with suppress(IntegrityError), self._store.writing() as db:  # once is enough
            db.execute(insert(reports).values(**row))

    def reported(self, table: str | None = None) -> list[Row]:
        """What was reported at a table, or anywhere, the last first."""
        joined = reports.join(remarks, remarks.c.id == reports.c.remark)
        wanted = select(remarks, reports.c.why, reports.c.at.label("reported"))
        wanted = wanted.select_from(joined).order_by(reports.c.at.desc()).limit(SHOWN)
        if table is not None:
            wanted = wanted.where(remarks.c.table_id == table)
        return self._all(wanted)

    def _all(self, wanted: Any) -> list[Row]:
        with self._store.engine.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]
