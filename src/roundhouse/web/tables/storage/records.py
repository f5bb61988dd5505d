"""Uploaded records in the database."""

from __future__ import annotations

import time

from sqlalchemy import Connection, insert, select, update

from roundhouse.table.errors import Clash
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import records

MAX_RECORDS = 100  # of one user


class Records:
    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, record: str) -> Row | None:
        return self._database.row(select(records).where(records.c.id == record))

    def save_record(self, record: str, game: str, text: str, user: str) -> str:
        """Store a record once for each user, and return its id.

        Raises Clash if the user has too many records.
        """
        row = {"id": record, "game": game, "text": text, "person": user}
        mine = select(records.c.id).where(records.c.person == user)
        with self._database.writing() as db:
            known = db.scalar(mine.where(records.c.text == text))
            if known is not None:
                return str(known)
            if len(db.scalars(mine).all()) >= MAX_RECORDS:
                raise Clash(
                    f"You have uploaded {MAX_RECORDS} game files, the most that a user can keep "
                    "here. Open one of them again by its link, or replay the new one at home with "
                    "`roundhouse replay`."
                )
            db.execute(insert(records).values(**row, created=time.time()))
        return record

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        db.execute(update(records).where(records.c.person == guest).values(person=user))
