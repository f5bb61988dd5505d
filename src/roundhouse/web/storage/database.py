"""The database: connections, transactions and notifications between servers.

Each feature reads and writes its own rows (`tables/storage/`, `accounts/storage.py`, ...).
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    cast,
    event,
    extract,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool

from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Refusal
from roundhouse.web.storage.connection import STATEMENT, WAIT, connect, is_sqlite
from roundhouse.web.storage.migrate import current_revisions, head_revisions, open_schema
from roundhouse.web.storage.schema import vault

Row = dict[str, Any]
CHANNEL = "roundhouse"
NUL = "\0"


class Database:
    """The database. Methods raise SQLAlchemyError if it is unreachable or read-only."""

    def __init__(self, url: str, skip_migration: bool = False) -> None:
        """Open a database and, unless `skip_migration`, migrate it to the latest schema."""
        self.engine = connect(url)
        _refuse_nul(self.engine)
        if not skip_migration:
            try:
                open_schema(self.engine)
            except BaseException:
                self.engine.dispose()
                raise
        # SQLite has one writer at a time and makes others sleep; taking turns here is faster.
        self._write_lock = threading.Lock() if is_sqlite(self.engine) else None

    def close(self) -> None:
        """Close all connections, after threads have returned those that they still use."""
        self.checkpoint()
        pool, deadline = self.engine.pool, time.monotonic() + WAIT
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.engine.dispose()

    def checkpoint(self) -> None:
        """Write SQLite's write-ahead log back into the database unless it is locked."""
        file = self.engine.url.database
        if not is_sqlite(self.engine) or not file or file == ":memory:":
            return
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(file, timeout=0.5)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")  # most of the work, and no writer waits
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading, in which each statement is its own transaction.

        This saves two round trips per statement on a database server.
        """
        with self.engine.connect() as db:
            if self.shared:
                db.execution_options(isolation_level="AUTOCOMMIT")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; it is on disk when the block ends."""
        if self._write_lock is None:
            with self.engine.begin() as db:
                yield db
            return
        # A busy disk can keep one write for seconds; giving up would not make it faster.
        if not self._write_lock.acquire(timeout=STATEMENT):
            raise PoolTimeout("the database is locked")
        try:
            with self.engine.begin() as db:
                yield db
        finally:
            self._write_lock.release()

    def rows(self, statement: Any, values: Mapping[str, Any] | None = None) -> list[Row]:
        with self.reading() as db:
            return [dict(row) for row in db.execute(statement, values).mappings()]

    def row(self, statement: Any, values: Mapping[str, Any] | None = None) -> Row | None:
        """Return the first row, or None."""
        with self.reading() as db:
            row = db.execute(statement, values).mappings().first()
        return None if row is None else dict(row)

    def scalars(self, statement: Any) -> list[Any]:
        """Return the first column of each row."""
        with self.reading() as db:
            return list(db.scalars(statement))

    def scalar(self, statement: Any, values: Mapping[str, Any] | None = None) -> Any:
        """Return the first column of the first row, or None."""
        with self.reading() as db:
            return db.scalar(statement, values)

    def has_current_schema(self) -> bool:
        """Return whether no other version has migrated the database since it was opened."""
        with self.reading() as db:
            return set(current_revisions(db)) == head_revisions()

    @property
    def shared(self) -> bool:
        """Whether several server processes may use this database at the same time."""
        return self.engine.dialect.name == "postgresql"

    @property
    def now(self) -> float:
        """The current time, as the clocks use it."""
        if not self.shared:
            return time.time()
        with self.reading() as db:
            return float(db.scalar(select(now_in(db))) or 0.0)

    def listen(
        self,
        on_change: Callable[[str, int, int], None],
        stop: Callable[[], bool],
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        """Call `on_change(table, revision, ply)` for every change until `stop()`."""
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT)) as listener:
            listener.execute(f"LISTEN {CHANNEL}")
            listening()
            while not stop():
                for notification in listener.notifies(timeout=0.5):
                    table, revision, ply = notification.payload.split()
                    on_change(table, int(revision), int(ply))

    def notify_changed(self, db: Connection, table: str, revision: int = 0, ply: int = -1) -> None:
        """Tell all processes that a table has changed; revision 0 only refreshes pages."""
        if self.shared:
            db.execute(select(func.pg_notify(CHANNEL, f"{table} {revision} {ply}")))

    def secret(self, key: str, fresh: str) -> str:
        """Return a value of the vault; the first process to ask stores `fresh`."""
        value = self.scalar(select(vault.c.value).where(vault.c.key == key))
        if value is not None:
            return str(value)
        try:
            with self.writing() as db:
                db.execute(insert(vault).values(key=key, value=fresh))
        except IntegrityError:
            return self.secret(key, fresh)
        return fresh


def now_in(db: Connection) -> ColumnElement[float]:
    """Return the current time as an SQL expression."""
    if db.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Float)
    return literal(time.time())


def _refuse_nul(engine: Engine) -> None:
    """Reject every statement with a NUL character in a text parameter.

    These are events of the dialect: an event of the engine would cost each statement much more.
    """

    def check(cursor: Any, statement: str, values: Any, context: Any) -> None:
        if _has_nul(values):
            raise Refusal(_("Your input contains a NUL character. Remove it and try again."))

    for name in ("do_execute", "do_executemany"):
        event.listen(engine, name, check)


def _has_nul(values: Any) -> bool:
    """Return whether a string among a statement's parameters has a NUL character."""
    if isinstance(values, str):
        return NUL in values
    if isinstance(values, dict):
        values = values.values()
    elif not isinstance(values, list | tuple):
        return False
    return any(_has_nul(value) for value in values)
