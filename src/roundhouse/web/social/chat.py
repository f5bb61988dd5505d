"""Chat at a table, separate for players and spectators.

During the game, players cannot read the spectators' chat, because spectators may see more than
a player does. After the game, everyone can read everything.
"""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound, NotYours, Refusal
from roundhouse.table.names import tidy_name
from roundhouse.table.ports import Player
from roundhouse.table.table import ENDED, Table
from roundhouse.web.social.relationships import Relationships
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


MAX_MESSAGE_CHARS = 500


def side_of(table: Table, user: str | None) -> str:
    """Return the side a user chats on; seat owners are players even if a bot plays."""
    return SEATS if user is not None and user in table.owners() else WATCHERS


def visible_sides(table: Table, user: str | None) -> list[str]:
    """Return the sides whose messages a user may read."""
    mine = side_of(table, user)
    return [SEATS] if mine == SEATS and table.phase != ENDED else [SEATS, WATCHERS]


def tidy_message(words: str) -> str:
    printable = "".join(c for c in words if c.isprintable() or c in "\n\t")
    return " ".join(printable.split())[:MAX_MESSAGE_CHARS]


def post_message(messages: ChatMessages, table: Table, user: Player, words: str) -> None:
    message = tidy_message(words)
    if not message:
        raise Refusal(_("The message is empty."))
    names = [c.name for c in table.chairs if c.user == user.id]
    name = names[0] if names else tidy_name(user.name, _("Player"))
    messages.add(table.id, side_of(table, user.id), user.id, name, message)


def visible_messages(
    messages: ChatMessages, relationships: Relationships, table: Table, user: str | None
) -> list[Row]:
    """Return the messages a user may read, without those of muted or blocked users."""
    muted = relationships.muted_users(user)
    result = messages.find_all(table.id, visible_sides(table, user))
    return [row for row in result if row["person"] not in muted]


def find_visible_message(messages: ChatMessages, table: Table, user: str, message_id: int) -> Row:
    """Return a message of this table that a user may read; raise if there is none."""
    row = messages.find(message_id)
    if row is None or row["table_id"] != table.id:
        raise NotFound(_("There is no such message at this table."))
    if row["side"] not in visible_sides(table, user):
        raise NotYours(_("You can't read this message."))
    return row
