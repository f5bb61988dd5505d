"""Uploaded records in the database."""

from __future__ import annotations

import time

from sqlalchemy import Connection, insert, select, update

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import records


class Records:
    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, record: str) -> Row | None:
        return self._database.row(select(records).where(records.c.id == record))

    def save_record(self, record: str, game: str, text: str, user: str) -> None:
        row = {"id": record, "game": game, "text": text, "person": user}
        with self._database.writing() as db:
            db.execute(insert(records).values(**row, created=time.time()))

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        db.execute(update(records).where(records.c.person == guest).values(person=user))
