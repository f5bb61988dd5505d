"""How the database is reached. Nothing waits for it for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

WAIT = 5.0  # seconds that anything waits for a lock or a connection before it is given up
STATEMENT = 15.0  # seconds that one statement may take


def connect(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    return _server(parsed)


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


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
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_size=10,
        max_overflow=20,
        pool_timeout=WAIT,
        connect_args={**patience, **url.query},
    )


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
