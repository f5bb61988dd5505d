"""Chat messages and reports in the database."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import chat_messages, reports

SEATS, WATCHERS = "seats", "watchers"
MAX_SHOWN = 100


class ChatMessages:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, table: str, side: str, user: str, name: str, words: str) -> None:
        """Store a message and tell all servers to refresh the open pages of the table."""
        row = {"table_id": table, "side": side, "person": user, "name": name, "words": words}
        with self._database.writing() as db:
            db.execute(insert(chat_messages).values(**row, at=time.time()))
            self._database.notify_changed(db, table)

    def find_all(self, table: str, sides: list[str]) -> list[Row]:
        """Return the latest messages, oldest first."""
        rows = select(chat_messages).where(
            chat_messages.c.table_id == table, chat_messages.c.side.in_(sides)
        )
        return self._database.rows(rows.order_by(chat_messages.c.id.desc()).limit(MAX_SHOWN))[::-1]

    def find(self, message: int) -> Row | None:
        return next(
            iter(self._database.rows(select(chat_messages).where(chat_messages.c.id == message))),
            None,
        )

    def report(self, message: int, user: str, why: str) -> None:
        """Store a report; a second report by the same user is ignored."""
        row = {"remark": message, "person": user, "why": why, "at": time.time()}
        with suppress(IntegrityError), self._database.writing() as db:  # already reported
            db.execute(insert(reports).values(**row))

    def reported(self, table: str | None = None) -> list[Row]:
        """Return the reported messages of a table, or of all tables, newest first."""
        joined = reports.join(chat_messages, chat_messages.c.id == reports.c.remark)
        rows = select(chat_messages, reports.c.why, reports.c.at.label("reported"))
        rows = rows.select_from(joined).order_by(reports.c.at.desc()).limit(MAX_SHOWN)
        if table is not None:
            rows = rows.where(chat_messages.c.table_id == table)
        return self._database.rows(rows)

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        theirs = chat_messages.c.person == guest
        db.execute(update(chat_messages).where(theirs).values(person=user))
