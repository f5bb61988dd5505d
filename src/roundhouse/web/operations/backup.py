"""Consistent copies of a SQLite database, taken while a server is running."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.storage.private_files import create_private


class BackupFailed(RoundhouseError):
    """The copy could not be made or is damaged."""


def sqlite_file(url: str) -> Path:
    """Return the file of a SQLite database; for other databases raise with advice."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BackupFailed(
            f"{parsed.render_as_string()} is not a SQLite database. Use your database's own tools: "
            "for PostgreSQL, `pg_dump --format=custom --file=FILE DATABASE`"
        )
    file = Path(parsed.database or "")
    if not file.is_file():
        raise BackupFailed(f"database {file} does not exist")
    return file


def backup(file: Path, copy: Path) -> None:
    """Copy a database into one file, even while a server writes to it.

    The copy gets its final name only after it is complete and synced to disk.
    """
    if copy.exists():
        raise BackupFailed(f"{copy} already exists; choose another name")
    part = copy.with_name(f"{copy.name}.part")
    try:
        create_private(part)
        with (
            closing(sqlite3.connect(file, timeout=15)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
            target.commit()
            broken = integrity(target)
        if broken:
            raise BackupFailed(f"the database {file} is damaged: {broken}")
        with part.open("rb+") as file_copy:
            os.fsync(file_copy.fileno())
        part.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{copy} could not be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def integrity(db: sqlite3.Connection) -> str:
    """Return the problems that SQLite finds in a database, or an empty string."""
    rows = [str(line) for (line,) in db.execute("PRAGMA integrity_check(5)")]
    return "" if rows == ["ok"] else "; ".join(rows)
