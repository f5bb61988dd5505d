"""Open a database: create, migrate or reject its schema.

Alembic has the revisions and the migrations between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
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
from roundhouse.core.text import join_words
from roundhouse.web.storage.connection import is_sqlite
from roundhouse.web.storage.schema import schema

FOLDER = Path(__file__).parent / "migrations"
# Releases before migrations stored no revision. A table introduced by each release identifies it;
# the latest release comes first.
UNSTAMPED = (("session_uses", "0003_accounts"), ("leases", "0002_leases"), ("tables", "0001_first"))


def head_revisions() -> set[str]:
    """Return the latest revisions; there may be several heads."""
    return set(_scripts().get_heads())


def unknown_revisions(db: Connection) -> list[str]:
    """Return the revisions of a database that this version does not know."""
    revisions = {script.revision for script in _scripts().walk_revisions()}
    return sorted(set(current_revisions(db)) - revisions)


def current_revisions(db: Connection) -> tuple[str, ...]:
    """Return the revisions that a database is at."""
    return MigrationContext.configure(db).get_current_heads()


def stamp(db: Connection, there: set[str]) -> None:
    """Record the revision of a database from before migrations, by its tables."""
    result = next((revision for table, revision in UNSTAMPED if table in there), None)
    if result is not None:
        MigrationContext.configure(db).stamp(_scripts(), result)


def migrate(db: Connection) -> None:
    """Run the missing migrations in the transaction of `db`."""
    _run(db, lambda at: _scripts()._upgrade_revs("heads", at))


def downgrade(db: Connection, revision: str) -> None:
    """Undo the migrations after `revision` in the transaction of `db`."""
    _run(db, lambda at: _scripts()._downgrade_revs(revision, at))


def reversible_revisions() -> list[str]:
    """Return the revisions that `downgrade` can go back to, the latest first."""
    result: list[str] = []
    for script in _scripts().walk_revisions():
        if not hasattr(script.module, "downgrade"):
            break
        result.append(str(script.down_revision))
    return result


def _run(db: Connection, steps_from: Callable[[Any], Any]) -> None:
    def steps(at: Any, _: MigrationContext) -> Any:
        return steps_from(at)

    context = MigrationContext.configure(db, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER))


LOCK = 0x0726_0DB0  # PostgreSQL advisory lock: servers that start together migrate in turn
KINDS = (Boolean, Integer, Numeric, JSON, String, LargeBinary)


class WrongSchema(RoundhouseError):
    """The schema of the database is not the one this version of Roundhouse needs."""


def open_schema(engine: Engine) -> None:
    """Create or migrate the schema; raise WrongSchema without changes on failure."""
    try:
        with engine.connect() as db:
            if set(current_revisions(db)) == head_revisions():
                check_schema(db)
                return
        with engine.begin() as db:
            _lock_schema(db)
            _refuse_newer(db)
            if not current_revisions(db):
                stamp(db, set(inspect(db).get_table_names()))
            migrate(db)
            check_schema(db)  # in the same transaction, so a failure changes nothing
    except DatabaseError as error:
        # Exactly this class means that the file is not a database. Subclasses are other errors.
        if type(error) is not DatabaseError:
            raise
        raise WrongSchema(f"{_name(engine)} is not a database: {error.orig}") from None


def check_schema(db: Connection) -> None:
    """Raise WrongSchema unless the schema is complete."""
    _refuse_newer(db)
    result = inspect(db)
    there = set(result.get_table_names())
    wrong = [
        f"table {table} is missing" for table in schema.sorted_tables if table.name not in there
    ]
    for table in schema.sorted_tables:
        if table.name in there:
            wrong += _schema_problems(result, table)
    if wrong:
        raise WrongSchema(
            f"the schema of the database {_name(db.engine)} does not fit this version of "
            f"Roundhouse: {join_words(wrong)}. Nothing was changed. Check that this is the right "
            "database and that no older version of Roundhouse is installed than before."
        )


def downgrade_schema(engine: Engine, revision: str) -> None:
    """Undo the migrations after a revision, for an earlier version."""
    possible = reversible_revisions()
    if revision not in possible:
        raise WrongSchema(f"the schema can go back to {join_words(possible)}, not to {revision!r}")
    with engine.begin() as db:
        _lock_schema(db)
        check_schema(db)
        downgrade(db, revision)


def check_older_schema(db: Connection) -> None:
    """Check a database of an older release by migrating it and rolling back."""
    if set(current_revisions(db)) == head_revisions():
        check_schema(db)
        return
    db.rollback()
    with suppress(_Rollback), db.begin():
        _lock_schema(db)
        _refuse_newer(db)
        if not current_revisions(db):
            stamp(db, set(inspect(db).get_table_names()))
        migrate(db)
        check_schema(db)
        raise _Rollback


class _Rollback(Exception):
    """The check succeeded; roll the transaction back."""


def _lock_schema(db: Connection) -> None:
    """Lock the schema until the transaction ends: one server migrates at a time.

    On SQLite this also puts all schema changes into one transaction.
    """
    if db.dialect.name == "postgresql":
        db.execute(text("SET LOCAL statement_timeout = 0"))  # creating an index may take long
        db.execute(text("SET LOCAL lock_timeout = 0"))
        db.execute(select(func.pg_advisory_xact_lock(LOCK)))
    else:
        db.exec_driver_sql("BEGIN IMMEDIATE")


def _refuse_newer(db: Connection) -> None:
    later = unknown_revisions(db)
    if later:
        raise WrongSchema(
            f"the database {_name(db.engine)} was last used by a later version of Roundhouse: this "
            f"one does not know {join_words(later)}. Nothing was changed. Use the later version, "
            "or restore an earlier copy of the database."
        )


def _schema_problems(inspector: Inspector, table: Table) -> Iterator[str]:
    there: dict[str, Any] = {column["name"]: column for column in inspector.get_columns(table.name)}
    for column in table.columns:
        if column.name not in there:
            yield f"table {table} has no column {column.name}"
        elif _kind(there[column.name]["type"]) is not _kind(column.type):
            yield f"column {column.name} of table {table} is a {there[column.name]['type']}"
    for name, column in there.items():
        if name not in table.columns and _is_required(column):
            yield f"table {table} has a column {name} that this version does not know"
    key = inspector.get_pk_constraint(table.name)["constrained_columns"]
    if set(key) != set(table.primary_key.columns.keys()):
        expected = join_words(list(table.primary_key.columns.keys()))
        yield f"the primary key of table {table} is not {expected}"


def _is_required(column: dict[str, Any]) -> bool:
    """Return whether a column needs a value when a row is inserted."""
    value = column.get("default") is not None or column.get("identity") or column.get("computed")
    return not column["nullable"] and not value


def _kind(of: TypeEngine[Any]) -> type | None:
    return next((kind for kind in KINDS if isinstance(of, kind)), None)


def _name(engine: Engine) -> str:
    return str(engine.url.database) if is_sqlite(engine) else engine.url.render_as_string()
