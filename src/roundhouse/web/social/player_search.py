"""Accounts by the beginning of their name, and those a user has played with."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, func, or_, select

from roundhouse.web.social.relationships import BLOCK
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import account_names, chairs, relationships, tables, users

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
