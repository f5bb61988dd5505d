"""Friends, blocks and mutes in the database."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import relationships, users

FRIEND, BLOCK, MUTE = "friend", "block", "mute"
KINDS = (FRIEND, BLOCK, MUTE)
MAX_RELATIONSHIPS = 500  # of one user


class Relationships:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find_all(self, user: str) -> list[Row]:
        """Return a user's relationships: other user, kind, name, and if it is mutual."""
        back = relationships.alias("back")
        both = and_(
            back.c.person == relationships.c.other,
            back.c.other == relationships.c.person,
            back.c.kind == relationships.c.kind,
        )
        rows = (
            select(
                relationships.c.other,
                relationships.c.kind,
                users.c.name,
                back.c.person.label("mutual"),
            )
            .select_from(
                relationships.join(users, users.c.id == relationships.c.other).outerjoin(back, both)
            )
            .where(relationships.c.person == user)
            .order_by(users.c.name)
            .limit(MAX_RELATIONSHIPS)
        )
        return self._database.rows(rows)

    def list_kinds(self, user: str, other: str) -> set[str]:
        """Return the kinds of relationship that `user` has with `other`."""
        rows = select(relationships.c.kind).where(
            relationships.c.person == user, relationships.c.other == other
        )
        return set(self._database.scalars(rows))

    def add(self, user: str, other: str, kind: str) -> None:
        """Add a relationship; blocking also ends a friendship in both directions."""
        with suppress(IntegrityError), self._database.writing() as db:
            if kind == BLOCK:
                pair = or_(
                    and_(relationships.c.person == user, relationships.c.other == other),
                    and_(relationships.c.person == other, relationships.c.other == user),
                )
                db.execute(delete(relationships).where(pair, relationships.c.kind == FRIEND))
            row = {"person": user, "other": other, "kind": kind, "created": time.time()}
            db.execute(insert(relationships).values(**row))

    def remove(self, user: str, other: str, kind: str) -> None:
        here = and_(
            relationships.c.person == user,
            relationships.c.other == other,
            relationships.c.kind == kind,
        )
        with self._database.writing() as db:
            db.execute(delete(relationships).where(here))

    def muted_users(self, user: str | None) -> set[str]:
        """Return the users whose messages a user has muted or blocked."""
        rows = select(relationships.c.other).where(
            relationships.c.person == (user or ""), relationships.c.kind.in_([BLOCK, MUTE])
        )
        return set(self._database.scalars(rows))

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        """Return whether any of `others` has blocked a user."""
        rows = select(relationships.c.person).where(
            relationships.c.other == user,
            relationships.c.kind == BLOCK,
            relationships.c.person.in_(list(others)),
        )
        return self._database.scalar(rows.limit(1)) is not None

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        known = select(relationships.c.other, relationships.c.kind).where(
            relationships.c.person == user
        )
        there = {tuple(row) for row in db.execute(known)}
        mine = select(relationships.c.other, relationships.c.kind).where(
            relationships.c.person == guest
        )
        for other, kind in db.execute(mine).all():
            here = and_(
                relationships.c.person == guest,
                relationships.c.other == other,
                relationships.c.kind == kind,
            )
            if (other, kind) in there or other == user:
                db.execute(delete(relationships).where(here))
            else:
                db.execute(update(relationships).where(here).values(person=user))
        db.execute(delete(relationships).where(relationships.c.other == guest))
