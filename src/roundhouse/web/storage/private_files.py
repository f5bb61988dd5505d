"""Files that only their owner may read, such as a database with password hashes."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

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
