"""Database connections, with timeouts for everything."""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DisconnectionError

OWNER_ONLY = 0o600


def create_private(file: Path) -> None:
    """Create a file for its owner only, or restrict an existing one.

    SQLite gives the files beside a database the rights of the database.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & ~stat.S_IRWXU:
        file.chmod(mode & stat.S_IRWXU)


WAIT = 5.0  # seconds to wait for a lock or a connection
STATEMENT = 15.0  # seconds for one statement, and for the writes before it in this process
FRESH = 2.0  # seconds after use in which a connection is not pinged


def connect(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    return _server(parsed)


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


def _server(url: URL) -> Engine:
    """Connect to a database server, which may restart or stop responding at any time."""
    timeouts: dict[str, Any] = {}
    if url.get_backend_name() == "postgresql":
        timeouts = {
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
        connect_args={**timeouts, **url.query},
    )
    _ping_before_use(engine)
    return engine


def _ping_before_use(engine: Engine) -> None:
    """Ping a connection that was idle for a while before it is used again.

    The database may have restarted since. A connection that was used recently is not pinged; if
    it is broken, its next statement fails.
    """

    def mark_used(_: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def ping_if_idle(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < FRESH:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error

    event.listen(engine, "connect", mark_used)
    event.listen(engine, "checkin", mark_used)
    event.listen(engine, "checkout", ping_if_idle)


SYNCHRONOUS = "FULL"  # of SQLite: a commit is on disk when it returns


def _sqlite(url: URL) -> Engine:
    pool: dict[str, Any] = {}
    if url.database and url.database != ":memory:":
        file = Path(url.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        for name in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if name == file or name.exists():
                with suppress(OSError):  # another user's file; SQLite says what is wrong
                    create_private(name)
        pool = {"pool_size": 10, "max_overflow": 40, "pool_timeout": WAIT}
    engine = create_engine(url, connect_args={"timeout": WAIT}, **pool)

    def prepare(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    return engine
