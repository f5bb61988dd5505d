"""How the database is reached. Nothing waits for it for ever."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DisconnectionError

WAIT = 5.0  # seconds that anything waits for a lock or a connection before it is given up
STATEMENT = 15.0  # seconds that one statement may take
FRESH = 2.0  # seconds in which a connection that was good is still thought to be


def connect(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    return _server(parsed)


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """To look something up: each statement is a transaction of its own, which is what they see
    anyway. Otherwise each would take three trips to a database server, to begin and to end it."""
    with engine.connect() as db:
        if engine.dialect.name != "sqlite":
            db.execution_options(isolation_level="AUTOCOMMIT")
        yield db


def _server(url: URL) -> Engine:
    """A database server, which may be gone, come back, or have stopped answering."""
    patience: dict[str, Any] = {}
    if url.get_backend_name() == "postgresql":
        patience = {
            "connect_timeout": int(WAIT),
            "tcp_user_timeout": int(STATEMENT * 1000),
            "options": f"-c statement_timeout={int(STATEMENT * 1000)} "
            f"-c lock_timeout={int(WAIT * 1000)}",
        }
    engine = create_engine(
        url,
        pool_size=10,
        max_overflow=20,
        pool_timeout=WAIT,
        connect_args={**patience, **url.query},
    )
    _look_before_use(engine)
    return engine


def _look_before_use(engine: Engine) -> None:
    """A connection that nobody has used for a while is tried first: the database may have been
    started anew since. (One that was used just now would fail as it is used, which is said.)"""

    def used(_: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def look(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < FRESH:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error

    event.listen(engine, "connect", used)
    event.listen(engine, "checkin", used)
    event.listen(engine, "checkout", look)


def _sqlite(url: URL) -> Engine:
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    pool: dict[str, Any] = {}
    if url.database and url.database != ":memory:":
        pool = {"pool_size": 10, "max_overflow": 40, "pool_timeout": WAIT}
    engine = create_engine(url, connect_args={"timeout": WAIT}, **pool)

    def prepare(connection: Any, _: object) -> None:
        # A move is on disk when its transaction returns: write-ahead log, synced each time.
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    return engine
