"""Notification channels in the database."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import channels, outbox

MAIL, WEBHOOK, PUSH = "mail", "webhook", "push"


class Channels:
    """Notification channels: one email address per user, and several other channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_all(self, user: str) -> list[Row]:
        rows = select(channels).where(channels.c.person == user)
        return self._database.rows(rows.order_by(channels.c.kind, channels.c.created))

    def find(self, channel: str) -> Row | None:
        return self._database.row(select(channels).where(channels.c.id == channel))

    def of_address(self, kind: str, address: str) -> list[Row]:
        """Return the channels of all users with this address."""
        return self._database.rows(
            select(channels).where(channels.c.kind == kind, channels.c.address == address)
        )

    def add(self, row: Row) -> None:
        empty = {"style": "", "enabled": True, "error": "", "sent": 0.0, "created": time.time()}
        with self._database.writing() as db:
            db.execute(insert(channels).values(**{**empty, **row}))

    def change(self, channel: str, **values: Any) -> None:
        with self._database.writing() as db:
            db.execute(update(channels).where(channels.c.id == channel).values(**values))
            if values.get("enabled") is False:
                db.execute(delete(outbox).where(outbox.c.channel == channel))

    def remove(self, channel: str) -> None:
        with self._database.writing() as db:
            db.execute(delete(outbox).where(outbox.c.channel == channel))
            db.execute(delete(channels).where(channels.c.id == channel))

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        """Move a guest's channels to a user, who keeps their own email address."""
        mail = channels.c.kind == MAIL
        theirs = select(channels.c.id).where(channels.c.person == user, mail)
        if db.scalar(theirs) is not None:
            db.execute(delete(channels).where(channels.c.person == guest, mail))
        db.execute(delete(outbox).where(outbox.c.person == guest))
        db.execute(update(channels).where(channels.c.person == guest).values(person=user))
