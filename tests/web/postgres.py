"""A PostgreSQL of one's own: started, stopped and started again in a temporary folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FAST = "-c fsync=off"  # nobody pulls the plug


def binaries() -> Path | None:
    """Where PostgreSQL's programs are, if it is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    given = shutil.which("initdb")
    return found[-1].parent if found else Path(given).parent if given else None


class Postgres:
    """One server. It refuses to run as root, who therefore runs it as somebody else."""

    def __init__(self, programs: Path, folder: Path, port: int, options: str = FAST) -> None:
        self._programs, self._folder, self._port, self._options = programs, folder, port, options
        self._database, self._made = "postgres", 0
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user, self._user)
        data = str(folder / "db")
        self._run("initdb", "-D", data, "-U", "roundhouse", "--auth=trust", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://roundhouse@127.0.0.1:{self._port}/{self._database}"

    def new_database(self) -> None:
        """From now on `url` is that of another, empty one."""
        self._made += 1
        self._database = f"test_{self._made}"
        where = ["-h", "127.0.0.1", "-p", str(self._port), "-U", "roundhouse"]
        self._run("createdb", *where, self._database)

    def start(self) -> None:
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1 {self._options}"
        log = str(self._folder / "log")
        self._control("-o", options, "-l", log, "-w", "-t", "180", "start")

    def stop(self, mode: str = "immediate") -> None:
        """As a crash would, or `fast`: as somebody who means well would."""
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
        made = Postgres(programs, folder, port, options)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder)
