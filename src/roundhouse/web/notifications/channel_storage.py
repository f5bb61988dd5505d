"""Notification channels in the database."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from roundhouse.web.accounts.email_links import use_link
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import channels, outbox, users

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

    def add(self, row: Row) -> None:
        with self._database.writing() as db:
            db.execute(insert(channels).values(**_complete(row)))

    def replace_mail(self, row: Row) -> Row | None:
        """Add a user's email address in place of the old one, and return the old one."""
        mine = and_(channels.c.person == row["person"], channels.c.kind == MAIL)
        with self._database.writing() as db:
            old = db.execute(select(channels).where(mine)).mappings().first()
            _delete(db, mine)
            db.execute(insert(channels).values(**_complete(row)))
        return None if old is None else dict(old)

    def confirm(self, channel: str, link: str) -> None:
        """Use up a link that confirms a channel."""
        with self._database.writing() as db:
            use_link(db, link)
            values = {"confirmed": True, "error": ""}
            db.execute(update(channels).where(channels.c.id == channel).values(**values))

    def change(self, channel: str, **values: Any) -> None:
        with self._database.writing() as db:
            db.execute(update(channels).where(channels.c.id == channel).values(**values))
            if values.get("enabled") is False:
                db.execute(delete(outbox).where(outbox.c.channel == channel))

    def remove(self, channel: str) -> None:
        with self._database.writing() as db:
            _delete(db, channels.c.id == channel)

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        """Move a guest's channels to a user, except the email address.

        Passwords are reset by email, and the owner of the account has not agreed to this address.
        The language comes along if the user has none.
        """
        language = select(users.c.language).where(users.c.id == guest).scalar_subquery()
        chooses = and_(users.c.id == user, users.c.language.is_(None))
        db.execute(update(users).where(chooses).values(language=language))
        db.execute(delete(channels).where(channels.c.person == guest, channels.c.kind == MAIL))
        db.execute(delete(outbox).where(outbox.c.person == guest))
        db.execute(update(channels).where(channels.c.person == guest).values(person=user))


def _complete(row: Row) -> Row:
    empty = {"style": "", "enabled": True, "error": "", "sent": 0.0, "created": time.time()}
    return {**empty, **row}


def _delete(db: Connection, which: ColumnElement[bool]) -> None:
    """Delete channels and what is queued for them. Links to them end with them."""
    removed = select(channels.c.id).where(which)
    db.execute(delete(outbox).where(outbox.c.channel.in_(removed)))
    db.execute(delete(channels).where(which))
