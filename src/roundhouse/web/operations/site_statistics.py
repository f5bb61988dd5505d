"""Row counts of a database, for its operator."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Engine, func, select

from roundhouse.web.storage.database import Row
from roundhouse.web.storage.schema import (
    chairs,
    channels,
    chat_messages,
    entries,
    outbox,
    ratings,
    records,
    reports,
    sessions,
    tables,
    tournaments,
    users,
)

DAY = 24 * 3600.0


def count_site(engine: Engine) -> list[tuple[str, int]]:
    """Return (label, count) pairs."""
    day = time.time() - DAY
    counted: list[tuple[str, Any]] = [
        ("accounts", _count(users).where(users.c.login.is_not(None))),
        ("guests", _count(users).where(users.c.login.is_(None))),
        ("sessions", _count(sessions)),
        ("tables waiting", _count(tables).where(tables.c.phase == "waiting")),
        ("tables in play", _count(tables).where(tables.c.phase == "playing")),
        ("tables over", _count(tables).where(tables.c.phase == "over")),
        ("tables changed in the last day", _count(tables).where(tables.c.updated > day)),
        ("entries of matches", _count(entries)),
        ("records uploaded", _count(records)),
        ("rated players", _count(ratings)),
        ("tournaments", _count(tournaments)),
        ("notification channels", _count(channels)),
        ("notifications waiting", _count(outbox).where(outbox.c.state == "waiting")),
        ("notifications failed", _count(outbox).where(outbox.c.state == "failed")),
        ("chat messages", _count(chat_messages)),
        ("chat messages reported", _count(reports)),
    ]
    with engine.connect() as db:
        return [(what, db.scalar(expected) or 0) for what, expected in counted]


def list_accounts(engine: Engine, like: str, limit: int) -> list[Row]:
    """Return accounts whose name contains `like`, newest first, with seat counts."""
    seats = select(func.count()).where(chairs.c.person == users.c.id).scalar_subquery()
    statement = select(users.c.id, users.c.name, users.c.login, users.c.created)
    statement = statement.add_columns(seats.label("seats")).where(users.c.login.is_not(None))
    if like:
        statement = statement.where(users.c.login.contains(like.casefold(), autoescape=True))
    with engine.connect() as db:
        rows = db.execute(statement.order_by(users.c.created.desc()).limit(limit)).mappings()
        return [dict(row) for row in rows]


def _count(table: Any) -> Any:
    return select(func.count()).select_from(table)
