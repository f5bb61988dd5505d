"""A PostgreSQL server in a temporary folder that tests can stop and restart."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FAST = "-c fsync=off"  # tests do not cut the power


def find_postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None if it is not installed."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return paths[-1].parent if paths else Path(on_path).parent if on_path else None


class Postgres:
    """One server; it refuses to run as root, so root runs it as user `postgres`."""

    def __init__(self, programs: Path, folder: Path, port: int, options: str = FAST) -> None:
        self._programs, self._folder, self._port, self._options = programs, folder, port, options
        self._database, self._database_count = "postgres", 0
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user, self._user)
        data = str(folder / "db")
        self._run("initdb", "-D", data, "-U", "roundhouse", "--auth=trust", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://roundhouse@127.0.0.1:{self._port}/{self._database}"

    def new_database(self) -> None:
        """Create an empty database and make `url` point to it."""
        self._database_count += 1
        self._database = f"test_{self._database_count}"
        connection = ["-h", "127.0.0.1", "-p", str(self._port), "-U", "roundhouse"]
        self._run("createdb", *connection, self._database)

    def start(self) -> None:
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1 {self._options}"
        log = str(self._folder / "log")
        self._control("-o", options, "-l", log, "-w", "-t", "180", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server as in a crash, or in an orderly way with mode `fast`."""
        self._control("-m", mode, "stop")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "db"), *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            user=self._user,
            check=True,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def running_postgres(programs: Path, port: int, options: str = FAST) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-postgres-", dir="/tmp"))
    try:
        server = Postgres(programs, folder, port, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
