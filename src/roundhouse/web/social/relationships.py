"""Friends, blocks, mutes and the search for players in the database."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import account_names, chairs, relationships, tables, users

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
        theirs = select(relationships.c.other, relationships.c.kind).where(
            relationships.c.person == user
        )
        there = {tuple(row) for row in db.execute(theirs)}
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


MIN_PREFIX = 2  # letters; fewer would list everyone
MAX_FOUND = 12


def find_by_prefix(database: Database, skeletons: Collection[str], user: str | None) -> list[Row]:
    """Return accounts by the start of the name, without those who blocked the user."""
    if min(map(len, skeletons)) < MIN_PREFIX:
        return []
    begins = account_names.c.skeleton.startswith
    same = or_(*(begins(skeleton, autoescape=True) for skeleton in skeletons))
    matching = select(account_names.c.person).where(same)
    return database.rows(
        select(users.c.id, users.c.name)
        .where(users.c.id.in_(matching), *_are_shown(user))
        .order_by(users.c.name)
        .limit(MAX_FOUND)
    )


def find_opponents(database: Database, user: str) -> list[Row]:
    """Return the accounts that sat at a table with a user, the latest first."""
    mine = select(chairs.c.table_id).where(chairs.c.person == user)
    return database.rows(
        select(users.c.id, users.c.name, func.max(tables.c.updated).label("updated"))
        .join(chairs, chairs.c.person == users.c.id)
        .join(tables, tables.c.id == chairs.c.table_id)
        .where(chairs.c.table_id.in_(mine), users.c.id != user, *_are_shown(user))
        .group_by(users.c.id, users.c.name)
        .order_by(func.max(tables.c.updated).desc())
        .limit(MAX_FOUND)
    )


def _are_shown(user: str | None) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for accounts that a user may find."""
    blocked = select(relationships.c.person).where(
        relationships.c.other == (user or ""), relationships.c.kind == BLOCK
    )
    return users.c.login.is_not(None), users.c.id.not_in(blocked)
