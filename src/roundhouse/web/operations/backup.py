"""Copies of a SQLite database: taken while a server is running, and restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.storage.connection import create_private


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


def restore(url: str, copy: Path) -> Path | None:
    """Replace the database of `url` by `copy` and return the old database's path.

    Fails if a server has the database open or the copy is damaged.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BackupFailed(
            f"{parsed.render_as_string()} is not a SQLite database. Use your database's own tools: "
            "for PostgreSQL, `pg_restore --clean --dbname=DATABASE FILE`"
        )
    target = Path(parsed.database or "")
    _check_copy(copy)
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        create_private(part)
        shutil.copyfile(copy, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        saved = _move_aside(target) if target.exists() else None
        part.replace(target)
        return saved
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{target} could not be restored: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def _check_copy(copy: Path) -> None:
    if not copy.is_file():
        raise BackupFailed(f"file {copy} does not exist")
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as db:
            broken = integrity(db)
            there = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise BackupFailed(f"{copy} is not a database: {error}") from None
    if broken:
        raise BackupFailed(f"{copy} is damaged: {broken}")
    if not {"tables", "entries", "people"} <= there:
        raise BackupFailed(f"{copy} is not a Roundhouse database")


def _move_aside(target: Path) -> Path:
    """Move the database away, with its log written into it.

    Fails if a server has it open, because that server would write to a file that no one reads.
    """
    with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=DELETE")  # fails while others have it open
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise BackupFailed(f"{target} is in use: stop the server first") from None
        db.execute("ROLLBACK")
    create_private(target)
    saved = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    target.replace(saved)
    for rest in ("-wal", "-shm"):
        target.with_name(target.name + rest).unlink(missing_ok=True)
    return saved
