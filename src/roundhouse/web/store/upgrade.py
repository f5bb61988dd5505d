"""Opening a database: a new one is laid out, one of a release before is brought along, one that is
not ours (or of a release to come) is refused in words, before anybody is served from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    Engine,
    Inspector,
    Integer,
    LargeBinary,
    Numeric,
    String,
    Table,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DatabaseError
from sqlalchemy.types import TypeEngine

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.text import listed
from roundhouse.web.store import community  # noqa: F401 - the rest of the layout
from roundhouse.web.store.connection import is_sqlite
from roundhouse.web.store.migrate import mark, marked, migrate, newest, unknown
from roundhouse.web.store.schema import schema

LOCK = 0x0726_0DB0  # of PostgreSQL's advisory locks: two servers that start do this in turn
KINDS = (Boolean, Integer, Numeric, JSON, String, LargeBinary)


class WrongSchema(RoundhouseError):
    """The database is not laid out as this version of Roundhouse needs it."""


def open_schema(engine: Engine) -> None:
    """See to it that the database is laid out as `schema.py` says; raises WrongSchema, and changes
    nothing, if it is something else."""
    try:
        with engine.connect() as db:
            if set(marked(db)) == newest():
                check_schema(db)
                return
        with engine.begin() as db:
            _alone(db)
            _refuse_newer(db)
            if not marked(db):
                mark(db, set(inspect(db).get_table_names()))
            migrate(db)
            check_schema(db)  # in the same transaction: if anything is wrong, nothing was changed
    except DatabaseError as error:
        # The base class itself: the file is no database. (No connection is another matter.)
        if type(error) is not DatabaseError:
            raise
        raise WrongSchema(f"{_name(engine)} is not a database: {error.orig}") from None


def check_schema(db: Connection) -> None:
    """Raise WrongSchema unless everything is there."""
    _refuse_newer(db)
    found = inspect(db)
    there = set(found.get_table_names())
    wrong = [
        f"there is no table {table}" for table in schema.sorted_tables if table.name not in there
    ]
    for table in schema.sorted_tables:
        if table.name in there:
            wrong += _complaints(found, table)
    if wrong:
        raise WrongSchema(
            f"the database {_name(db.engine)} is not laid out as this version of Roundhouse needs "
            f"it: {listed(wrong)}. Nothing was changed. Is it the right database, and is the "
            "version of Roundhouse the one that was last used with it, or a later one?"
        )


def check_older_schema(db: Connection) -> None:
    """The same of a database that no server of this release has been started on: what the missing
    revisions will make need not be there. They are tried, and taken back."""
    if set(marked(db)) == newest():
        check_schema(db)
        return
    db.rollback()
    with suppress(_TakenBack), db.begin():
        _alone(db)
        _refuse_newer(db)
        if not marked(db):
            mark(db, set(inspect(db).get_table_names()))
        migrate(db)
        check_schema(db)
        raise _TakenBack


class _TakenBack(Exception):
    """Everything was as it should be; nothing of it is kept."""


def _alone(db: Connection) -> None:
    """Wait until no other server is doing this, and keep them waiting until the transaction ends.
    (SQLite would otherwise make each change of the layout a transaction of its own.)"""
    if db.dialect.name == "postgresql":
        db.execute(text("SET LOCAL statement_timeout = 0"))  # an index may take its time
        db.execute(text("SET LOCAL lock_timeout = 0"))
        db.execute(select(func.pg_advisory_xact_lock(LOCK)))
    else:
        db.exec_driver_sql("BEGIN IMMEDIATE")


def _refuse_newer(db: Connection) -> None:
    later = unknown(db)
    if later:
        raise WrongSchema(
            f"the database {_name(db.engine)} was last used by a later version of Roundhouse: this "
            f"one knows nothing of {listed(later)}. Nothing was changed. Use that version, or a "
            "copy of the database from before."
        )


def _complaints(found: Inspector, table: Table) -> Iterator[str]:
    there: dict[str, Any] = {column["name"]: column for column in found.get_columns(table.name)}
    for column in table.columns:
        if column.name not in there:
            yield f"table {table} has no column {column.name}"
        elif _kind(there[column.name]["type"]) is not _kind(column.type):
            yield f"column {column.name} of table {table} is a {there[column.name]['type']}"
    for name, column in there.items():
        if name not in table.columns and _needed(column):
            yield f"table {table} has a column {name} that nothing is known about"
    key = found.get_pk_constraint(table.name)["constrained_columns"]
    if set(key) != set(table.primary_key.columns.keys()):
        wanted = listed(list(table.primary_key.columns.keys()))
        yield f"the primary key of table {table} is not {wanted}"


def _needed(column: dict[str, Any]) -> bool:
    """Whether a row cannot be added without saying what is in this column."""
    given = column.get("default") is not None or column.get("identity") or column.get("computed")
    return not column["nullable"] and not given


def _kind(of: TypeEngine[Any]) -> type | None:
    return next((kind for kind in KINDS if isinstance(of, kind)), None)


def _name(engine: Engine) -> str:
    return str(engine.url.database) if is_sqlite(engine) else engine.url.render_as_string()
