"""Uploaded boards in the database, stored once and listed for their uploaders."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.table.errors import Clash
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import board_owners, boards

MAX_BOARDS = 100  # of one user


class Boards:
    """Boards by digest. Anyone who knows a digest can play on the board."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, digest: str) -> Row | None:
        return self._database.row(select(boards).where(boards.c.digest == digest))

    def find_all(self, game: str, user: str) -> list[Row]:
        """Return digest and name of each board of a game that a user has uploaded."""
        joined = boards.join(board_owners, board_owners.c.digest == boards.c.digest)
        rows = (
            select(boards.c.digest, board_owners.c.name)
            .select_from(joined)
            .where(boards.c.game == game, board_owners.c.person == user)
            .order_by(board_owners.c.name)
        )
        return self._database.rows(rows)

    def add(self, digest: str, game: str, name: str, text: str, user: str) -> None:
        """Store a board for a user; raise Clash if they have too many others."""
        mine = select(board_owners.c.digest).where(board_owners.c.person == user)
        with self._database.reading() as db:
            digests = db.scalars(mine).all()
        if digest not in digests and len(digests) >= MAX_BOARDS:
            raise Clash(
                ngettext(
                    "You have {n} board, the most that a user can keep here.",
                    "You have {n} boards, the most that a user can keep here.",
                    MAX_BOARDS,
                )
            )
        with suppress(IntegrityError), self._database.writing() as db:  # it may be stored already
            db.execute(insert(boards).values(digest=digest, game=game, name=name, text=text))
        with suppress(IntegrityError), self._database.writing() as db:
            db.execute(insert(board_owners).values(digest=digest, person=user, name=name))

    def rewrite(self, digest: str, name: str, text: str, user: str) -> bool:
        """Rename a board and, if no one else uploaded it, replace its text.

        Returns whether the stored text is now `text`. Another uploader's comments are kept.
        """
        owned = board_owners.c.digest == digest
        with self._database.writing() as db:
            mine = (owned, board_owners.c.person == user)
            db.execute(update(board_owners).where(*mine).values(name=name))
            owners = db.scalars(select(board_owners.c.person).where(owned)).all()
            if list(owners) == [user]:
                changed = update(boards).where(boards.c.digest == digest)
                db.execute(changed.values(name=name, text=text))
            rows = db.scalar(select(boards.c.text).where(boards.c.digest == digest))
        return rows == text

    def remove_owner(self, digest: str, user: str) -> None:
        """Remove a board from a user's list. Tables and links that use it keep working."""
        removed = (board_owners.c.digest == digest, board_owners.c.person == user)
        with self._database.writing() as db:
            db.execute(delete(board_owners).where(*removed))

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        """Move a guest's boards to a user."""
        theirs = select(board_owners.c.digest).where(board_owners.c.person == user)
        both = board_owners.c.digest.in_(theirs.scalar_subquery())
        db.execute(delete(board_owners).where(board_owners.c.person == guest, both))
        db.execute(update(board_owners).where(board_owners.c.person == guest).values(person=user))
