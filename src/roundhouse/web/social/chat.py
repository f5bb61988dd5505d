"""Chat at a table, separate for players and spectators.

During the game, players cannot read the spectators' chat, because spectators may see more than
a player does. After the game, everyone can read everything.
"""

from __future__ import annotations

from roundhouse.table.errors import NotFound, NotYours, Refusal
from roundhouse.table.names import tidy_name
from roundhouse.table.ports import Player
from roundhouse.table.table import ENDED, Table
from roundhouse.web.social.chat_storage import SEATS, WATCHERS, ChatMessages
from roundhouse.web.social.relationships import Relationships
from roundhouse.web.storage.database import Row

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
        raise Refusal("The message is empty.")
    names = [c.name for c in table.chairs if c.user == user.id]
    name = names[0] if names else tidy_name(user.name, "Player")
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
        raise NotFound("There is no such message at this table.")
    if row["side"] not in visible_sides(table, user):
        raise NotYours("You can't read this message.")
    return row
