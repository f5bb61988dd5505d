"""Putting a copy in the place of a SQLite database. What was there is kept beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from roundhouse.web.store.backup import BackupFailed, integrity


def restore(url: str, copy: Path) -> Path | None:
    """Make `copy` the database of `url`; where the one that was there lies now. Refused while a
    server has it open, and if the copy is not whole."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BackupFailed(
            f"{parsed.render_as_string()} is not a SQLite database: use its own tools, for "
            "PostgreSQL `pg_restore --clean --dbname=DATABASE FILE`"
        )
    target = Path(parsed.database or "")
    _check_copy(copy)
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(copy, part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        kept = _put_aside(target) if target.exists() else None
        part.replace(target)
        return kept
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{target} could not be restored: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def _check_copy(copy: Path) -> None:
    if not copy.is_file():
        raise BackupFailed(f"there is no file {copy}")
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as db:
            broken = integrity(db)
            there = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise BackupFailed(f"{copy} is not a database: {error}") from None
    if broken:
        raise BackupFailed(f"{copy} is damaged: {broken}")
    if not {"tables", "entries", "people"} <= there:
        raise BackupFailed(f"{copy} is not a database of Roundhouse")


def _put_aside(target: Path) -> Path:
    """Move the database away, with its log written into it. Nobody may have it open: who still
    writes to it would write to what nobody reads any more."""
    with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=DELETE")  # refused while others have it open
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise BackupFailed(f"{target} is in use: stop the server first") from None
        db.execute("ROLLBACK")
    kept = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    target.replace(kept)
    for rest in ("-wal", "-shm"):
        target.with_name(target.name + rest).unlink(missing_ok=True)
    return kept
