"""Administration commands for the database, and its row counts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.accounts.passwords import hash_password
from roundhouse.web.accounts.storage import Accounts, replace_password
from roundhouse.web.accounts.users import login_of
from roundhouse.web.operations.backup import sqlite_file
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.migrate import WrongSchema, check_older_schema, check_schema
from roundhouse.web.storage.schema import (
    chairs,
    channels,
    chat_messages,
    entries,
    leases,
    outbox,
    ratings,
    records,
    reports,
    sessions,
    tables,
    tournaments,
    users,
)


class AdminError(RoundhouseError):
    """An administration command that cannot be executed."""


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """Open an existing database without creating or migrating it."""
    if make_url(settings.url).get_backend_name() == "sqlite":
        sqlite_file(settings.url)  # raises an error instead of creating a missing file
    try:
        database = Database(settings.url, skip_migration=True)
        try:
            _check(database)
            yield database
        finally:
            database.engine.dispose()
    except SQLAlchemyError as error:
        raise AdminError(f"the database does not answer: {str(error).splitlines()[0]}") from None


def _check(database: Database) -> None:
    """Raise an error unless the schema of the database is current."""
    try:
        with database.engine.connect() as db:
            check_schema(db)
    except WrongSchema:
        with database.engine.connect() as db:
            check_older_schema(db)  # raises if it is not a Roundhouse database
        raise AdminError(
            "the database is of an earlier release: start `roundhouse serve` once to migrate it "
            "(first make a copy with `roundhouse admin backup`)"
        ) from None


def new_password(database: Database, name: str) -> str:
    """Set a random password for an account, end its sessions, return the password."""
    accounts = Accounts(database)
    row = accounts.find_user_by_login(login_of(name))
    if row is None:
        raise AdminError(f"there is no account {name!r}")
    if row["owner"] is not None:
        raise AdminError(f"{name!r} is a bot account: its owner can give it a new token")
    result = "-".join(secrets.token_hex(3) for _ in range(4))
    password_hash = hash_password(result)
    with database.writing() as db:
        replace_password(db, row["id"], password_hash)
    return result


def close_table(database: Database, table: str) -> None:
    """Close a table in any phase. Its moves stay stored."""
    here = tables.c.id == table
    with database.writing() as db:
        values = {"phase": "over", "listed": False, "revision": tables.c.revision + 1}
        result = db.execute(update(tables).where(here, tables.c.phase != "over").values(**values))
        if result.rowcount != 1:
            raise AdminError(f"there is no open table {table!r}")
        db.execute(update(chairs).where(chairs.c.table_id == table).values(invite=None))
        db.execute(leases.delete().where(leases.c.table_id == table))


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
