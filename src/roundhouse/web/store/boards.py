"""Boards that people have sent, in the database: kept once, listed to those who sent them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.store.schema import board_owners, boards

Row = dict[str, Any]


class Boards:
    """Whoever knows a board's digest can play on it; who has sent it is shown it in a list."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find(self, digest: str) -> Row | None:
        with self._engine.connect() as db:
            row = db.execute(select(boards).where(boards.c.digest == digest)).mappings().first()
        return None if row is None else dict(row)

    def of(self, game: str, person: str) -> list[Row]:
        """The boards of a game that a person has sent: digest and name."""
        joined = boards.join(board_owners, board_owners.c.digest == boards.c.digest)
        wanted = (
            select(boards.c.digest, board_owners.c.name)
            .select_from(joined)
            .where(boards.c.game == game, board_owners.c.person == person)
            .order_by(board_owners.c.name)
        )
        with self._engine.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]

    def keep(self, digest: str, game: str, name: str, text: str, person: str) -> None:
        with suppress(IntegrityError), self._engine.begin() as db:  # somebody has sent it already
            db.execute(insert(boards).values(digest=digest, game=game, name=name, text=text))
        with suppress(IntegrityError), self._engine.begin() as db:
            db.execute(insert(board_owners).values(digest=digest, person=person, name=name))

    def rewrite(self, digest: str, name: str, text: str, person: str) -> bool:
        """Another name, and where nobody else has sent the same board, other comments. False where
        somebody has, with others."""
        owned = board_owners.c.digest == digest
        with self._engine.begin() as db:
            mine = (owned, board_owners.c.person == person)
            db.execute(update(board_owners).where(*mine).values(name=name))
            owners = db.scalars(select(board_owners.c.person).where(owned)).all()
            if list(owners) == [person]:
                changed = update(boards).where(boards.c.digest == digest)
                db.execute(changed.values(name=name, text=text))
            kept = db.scalar(select(boards.c.text).where(boards.c.digest == digest))
        return kept == text

    def disown(self, digest: str, person: str) -> None:
        """It is not listed to them any more; tables laid on it, and links to it, still work."""
        gone = (board_owners.c.digest == digest, board_owners.c.person == person)
        with self._engine.begin() as db:
            db.execute(delete(board_owners).where(*gone))


def hand_over_boards(db: Connection, guest: str, person: str) -> None:
    """What a guest has sent is the person's from now on."""
    theirs = select(board_owners.c.digest).where(board_owners.c.person == person)
    both = board_owners.c.digest.in_(theirs.scalar_subquery())
    db.execute(delete(board_owners).where(board_owners.c.person == guest, both))
    db.execute(update(board_owners).where(board_owners.c.person == guest).values(person=person))
