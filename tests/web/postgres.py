"""A PostgreSQL server in a temporary folder that tests can stop and restart."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.child_processes import bind_to_parent

from roundhouse.web.storage.database import Database

STARTUP_TIMEOUT_S = 180.0
STOP_SIGNALS = {"immediate": signal.SIGQUIT, "fast": signal.SIGINT}
MEMORY = "/dev/shm"
TEMPLATE = "roundhouse_template"  # a database with the schema
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
        self._has_template = False
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user, self._user)
        data = str(folder / "db")
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", data, "-U", "roundhouse", "--auth=trust", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://roundhouse@127.0.0.1:{self._port}/{self._database}"

    def new_database(self, *, has_schema: bool = False) -> None:
        """Create a database without rows and make `url` point to it."""
        if has_schema and not self._has_template:
            self._create(TEMPLATE, "template1")
            Database(self.url).close()
            self._has_template = True
        self._database_count += 1
        self._create(f"test_{self._database_count}", TEMPLATE if has_schema else "template1")

    def _create(self, name: str, template: str) -> None:
        connection = ["-h", "127.0.0.1", "-p", str(self._port), "-U", "roundhouse"]
        self._run("createdb", *connection, "-T", template, name)
        self._database = name

    def start(self) -> None:
        """Start the server without `pg_ctl`, whose server would outlive killed tests."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1 {self._options}"
        command: list[str | Path] = [
            self._programs / "postgres",
            "-D",
            self._folder / "db",
            *options.split(),
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                bind_to_parent(command, STOP_SIGNALS["immediate"].name.removeprefix("SIG")),
                user=self._user,
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + STARTUP_TIMEOUT_S
        while not self._is_ready():
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        with suppress(FileNotFoundError):
            words = (self._folder / "db" / "postmaster.pid").read_text().split()
            return words[-1:] == ["ready"]
        return False

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server as in a crash, or in an orderly way with mode `fast`."""
        assert self._process is not None
        self._process.send_signal(STOP_SIGNALS[mode])
        self._process.wait(STARTUP_TIMEOUT_S)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            user=self._user,
            check=True,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _find_folder() -> str:
    """Return where databases are fast: in memory if there is room for hundreds of them."""
    with suppress(OSError):
        if shutil.disk_usage(MEMORY).free > 8 << 30:
            return MEMORY
    return "/tmp"


@contextmanager
def running_postgres(programs: Path, port: int, options: str = FAST) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-postgres-", dir=_find_folder()))
    try:
        server = Postgres(programs, folder, port, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
