"""What is in a database, counted: for its operator."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Engine, func, select

from roundhouse.web.store.community import channels, due, ratings, remarks, reports, tournaments
from roundhouse.web.store.schema import chairs, entries, people, records, sessions, tables
from roundhouse.web.store.store import Row

DAY = 24 * 3600.0


def statistics(engine: Engine) -> list[tuple[str, int]]:
    """(what, how many)."""
    day = time.time() - DAY
    counted: list[tuple[str, Any]] = [
        ("accounts", _count(people).where(people.c.login.is_not(None))),
        ("guests", _count(people).where(people.c.login.is_(None))),
        ("sessions", _count(sessions)),
        ("tables waiting", _count(tables).where(tables.c.phase == "waiting")),
        ("tables in play", _count(tables).where(tables.c.phase == "playing")),
        ("tables over", _count(tables).where(tables.c.phase == "over")),
        ("tables touched in the last day", _count(tables).where(tables.c.updated > day)),
        ("entries of matches", _count(entries)),
        ("records uploaded", _count(records)),
        ("rated players", _count(ratings)),
        ("tournaments", _count(tournaments)),
        ("ways to reach people", _count(channels)),
        ("notices waiting", _count(due).where(due.c.state == "waiting")),
        ("notices given up", _count(due).where(due.c.state == "failed")),
        ("remarks at tables", _count(remarks)),
        ("remarks reported", _count(reports)),
    ]
    with engine.connect() as db:
        return [(what, db.scalar(wanted) or 0) for what, wanted in counted]


def accounts(engine: Engine, like: str, limit: int) -> list[Row]:
    """Accounts whose name has these letters in it, the newest first, with how many seats."""
    seats = select(func.count()).where(chairs.c.person == people.c.id).scalar_subquery()
    wanted = select(people.c.id, people.c.name, people.c.login, people.c.created)
    wanted = wanted.add_columns(seats.label("seats")).where(people.c.login.is_not(None))
    if like:
        wanted = wanted.where(people.c.login.contains(like.casefold(), autoescape=True))
    with engine.connect() as db:
        found = db.execute(wanted.order_by(people.c.created.desc()).limit(limit)).mappings()
        return [dict(row) for row in found]


def _count(table: Any) -> Any:
    return select(func.count()).select_from(table)
