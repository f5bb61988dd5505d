"""Ways to reach people, in the database."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.web.store.community import channels, due
from roundhouse.web.store.connection import reading
from roundhouse.web.store.store import Row, Store

MAIL, WEBHOOK, PUSH = "mail", "webhook", "push"


class Channels:
    """A person has at most one mail address, and a few of the others."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, person: str) -> list[Row]:
        wanted = select(channels).where(channels.c.person == person)
        return self._rows(wanted.order_by(channels.c.kind, channels.c.created))

    def find(self, channel: str) -> Row | None:
        return next(iter(self._rows(select(channels).where(channels.c.id == channel))), None)

    def of_address(self, kind: str, address: str) -> list[Row]:
        """Everybody who is reached there."""
        return self._rows(
            select(channels).where(channels.c.kind == kind, channels.c.address == address)
        )

    def add(self, row: Row) -> None:
        empty = {"style": "", "enabled": True, "error": "", "sent": 0.0, "created": time.time()}
        with self._store.writing() as db:
            db.execute(insert(channels).values(**{**empty, **row}))

    def change(self, channel: str, **values: Any) -> None:
        with self._store.writing() as db:
            db.execute(update(channels).where(channels.c.id == channel).values(**values))
            if values.get("enabled") is False:
                db.execute(delete(due).where(due.c.channel == channel))

    def remove(self, channel: str) -> None:
        with self._store.writing() as db:
            db.execute(delete(due).where(due.c.channel == channel))
            db.execute(delete(channels).where(channels.c.id == channel))

    def _rows(self, wanted: Any) -> list[Row]:
        with reading(self._store.engine) as db:
            return [dict(row) for row in db.execute(wanted).mappings()]


def hand_over_channels(db: Connection, guest: str, person: str) -> None:
    """What reached a guest reaches the person; of two mail addresses the person's own stays."""
    mail = channels.c.kind == MAIL
    theirs = select(channels.c.id).where(channels.c.person == person, mail)
    if db.scalar(theirs) is not None:
        db.execute(delete(channels).where(channels.c.person == guest, mail))
    db.execute(delete(due).where(due.c.person == guest))
    db.execute(update(channels).where(channels.c.person == guest).values(person=person))
