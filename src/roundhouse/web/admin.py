"""What an operator does to a database from the command line."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher
from sqlalchemy import update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.people import login_of
from roundhouse.web.settings import Settings
from roundhouse.web.store.backup import sqlite_file
from roundhouse.web.store.schema import chairs, leases, tables
from roundhouse.web.store.store import Store
from roundhouse.web.store.upgrade import WrongSchema, check_older_schema, check_schema


class CannotDo(RoundhouseError):
    """What the operator has asked for cannot be done."""


@contextmanager
def opened(settings: Settings) -> Iterator[Store]:
    """A database as it is: nothing is made or brought along."""
    if make_url(settings.url).get_backend_name() == "sqlite":
        sqlite_file(settings.url)  # opening one that is not there would make it
    try:
        store = Store(settings.url, as_it_is=True)
        try:
            _check(store)
            yield store
        finally:
            store.engine.dispose()
    except SQLAlchemyError as error:
        raise CannotDo(f"the database does not answer: {str(error).splitlines()[0]}") from None


def _check(store: Store) -> None:
    """Raise unless the database is laid out as this release needs it; of one that only has to be
    brought along, say so."""
    try:
        with store.engine.connect() as db:
            check_schema(db)
    except WrongSchema:
        with store.engine.connect() as db:
            check_older_schema(db)  # raises, if it is something else altogether
        raise CannotDo(
            "the database is of an earlier release: start `roundhouse serve` on it once, which "
            "brings it along (with `roundhouse admin backup` before that you keep it as it is)"
        ) from None


def new_password(store: Store, name: str) -> str:
    """A new password for an account; all its sessions end."""
    from roundhouse.web.store.accounts import end_sessions

    row = store.person_of_login(login_of(name))
    if row is None:
        raise CannotDo(f"there is no account {name!r}")
    made = "-".join(secrets.token_hex(3) for _ in range(4))
    store.change_person(row["id"], password=PasswordHasher().hash(made))
    with store.writing() as db:
        end_sessions(db, row["id"])
    return made


def close_table(store: Store, table: str) -> None:
    """Break up a table, whatever is going on there. Its moves stay."""
    here = tables.c.id == table
    with store.writing() as db:
        closed = {"phase": "over", "listed": False, "revision": tables.c.revision + 1}
        done = db.execute(update(tables).where(here, tables.c.phase != "over").values(**closed))
        if done.rowcount != 1:
            raise CannotDo(f"there is no table {table!r} that is not over")
        db.execute(update(chairs).where(chairs.c.table_id == table).values(invite=None))
        db.execute(leases.delete().where(leases.c.table_id == table))
