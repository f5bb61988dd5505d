"""A copy of a SQLite database that is whole, made while a server is using it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from roundhouse.core.errors import RoundhouseError


class BackupFailed(RoundhouseError):
    """There is no copy, or it is not whole."""


def sqlite_file(url: str) -> Path:
    """The file of a SQLite database; raises, with what to do instead, if it is another one."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BackupFailed(
            f"{parsed.render_as_string()} is not a SQLite database: use its own tools for a copy, "
            "for PostgreSQL `pg_dump --format=custom --file=FILE DATABASE`"
        )
    file = Path(parsed.database or "")
    if not file.is_file():
        raise BackupFailed(f"there is no database {file}")
    return file


def backup(file: Path, copy: Path) -> None:
    """Copy a database, whatever is being written to it meanwhile, into one file. The copy has its
    name when it is whole and on disk, and not before."""
    if copy.exists():
        raise BackupFailed(f"{copy} is there already; choose another name")
    part = copy.with_name(f"{copy.name}.part")
    try:
        with (
            closing(sqlite3.connect(file, timeout=15)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            target.commit()
            broken = integrity(target)
        if broken:
            raise BackupFailed(f"the database {file} is damaged: {broken}")
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{copy} could not be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def integrity(db: sqlite3.Connection) -> str:
    """What SQLite finds wrong with a database; empty if nothing."""
    found = [str(line) for (line,) in db.execute("PRAGMA integrity_check(5)")]
    return "" if found == ["ok"] else "; ".join(found)
