"""Commands, results, servers and clients that the measuring programs share."""

from __future__ import annotations

import argparse
import ctypes
import http.client
import json
import os
import platform
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "src"), str(ROOT)]  # behind PYTHONPATH, which may name another checkout

RESULTS = ROOT / "bench" / "results.json"
TICKS = os.sysconf("SC_CLK_TCK")

Row = dict[str, Any]  # a figure or a word for each column
Command = Callable[[argparse.Namespace], Iterable[Row]]


def argument(*names: str, **settings: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the arguments of `ArgumentParser.add_argument`."""
    return names, settings


class Program:
    """A script whose commands print rows and append them to a file of results."""

    def __init__(self, description: str | None) -> None:
        raw = argparse.RawDescriptionHelpFormatter
        self._parser = argparse.ArgumentParser(description=description, formatter_class=raw)
        self._commands = self._parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        self, *arguments: tuple[tuple[str, ...], dict[str, Any]]
    ) -> Callable[[Command], Command]:
        """Make a function a command; its docstring is the help."""

        def add(function: Command) -> Command:
            text = function.__doc__ or ""
            parser = self._commands.add_parser(
                function.__name__,
                help=text.partition("\n")[0],
                description=text,
                formatter_class=argparse.ArgumentDefaultsHelpFormatter,
            )
            for names, settings in arguments:
                parser.add_argument(*names, **{"help": " ", **settings})
            parser.add_argument(
                "--results", type=Path, default=RESULTS, help="JSON file to append to"
            )
            parser.set_defaults(run=function)
            return function

        return add

    def main(self) -> None:
        args = self._parser.parse_args()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the child processes
        load = os.getloadavg()[0]
        rows = list(print_rows(args.run(args)))
        if rows:
            runs = json.loads(args.results.read_text()) if args.results.exists() else []
            runs.append(describe_run(rows, load))
            args.results.write_text(json.dumps(runs, indent=2) + "\n", encoding="utf-8")


def describe_run(rows: Sequence[Row], load: float) -> dict[str, Any]:
    """Return the result of a run: what was measured, when, and where."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    program = Path(sys.argv[0]).resolve().relative_to(ROOT)
    parts = [f"{os.cpu_count()} cores", platform.machine(), f"Python {platform.python_version()}"]
    with suppress(PackageNotFoundError):
        parts.append(f"Numba {version('numba')}")
    parts.append(f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after")
    return {
        "command": f"python {program} {shlex.join(sys.argv[1:])}",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit,
        "machine": ", ".join(parts),
        "rows": list(rows),
    }


def print_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Print rows as Markdown tables, a new one where the columns change."""
    columns: list[str] = []
    for row in rows:
        if list(row) != columns:
            columns = list(row)
            print(f"\n| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
        print(f"| {' | '.join(map(format_cell, row.values()))} |", flush=True)
        yield row


def format_cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3}f}"
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)


def describe_times(values: Iterable[float], what: str = "") -> Row:
    """Return median and 95th percentile of times in milliseconds."""
    times = sorted(values)
    late = times[int(len(times) * 0.95)] if times else None
    median = statistics.median(times) if times else None
    return {f"{what}median ms": median, f"{what}95 % ms": late}


def progress(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


# Servers. Importing the server takes seconds, too long for a program that kills many servers. So
# servers are forks of a process that has imported everything. A fork takes over only the imported
# code; it opens its database, workers and sockets itself. The parent has one thread, because other
# threads do not survive a fork.


class ForkServer:
    """Starts server processes."""

    def __init__(self, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(ROOT / "src"), **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self, settings: Row) -> int:
        """Start a server; return its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(settings) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


class ServerProcess:
    """A server process that keeps its port and its data when it restarts."""

    def __init__(self, fork_server: ForkServer, data: Path, settings: Row) -> None:
        self._fork_server, self.data, self.port, self.pid = fork_server, data, free_port(), 0
        self._settings = {"workers": 1, "bot_pause": 0, "limits": False, **settings}
        self._settings |= {"data": str(data), "port": self.port}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database_url(self) -> str:
        """The address of the database in the form of SQLAlchemy."""
        from roundhouse.web.settings import Settings

        return Settings(data=self.data, database=self._settings.get("database", "")).url

    def start(self) -> None:
        self.pid = self._fork_server.start(self._settings)

    def wait_until_ready(self) -> None:
        for _ in range(1200):
            with suppress(OSError, http.client.HTTPException):
                if Client(self.port).request("GET", "/health").status == 200:
                    return
            time.sleep(0.05)
        raise SystemExit("the server does not start")

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End the process and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)
        while self.pid and Path(f"/proc/{self.pid}").exists():
            time.sleep(0.002)

    def restart(self) -> None:
        self.kill()
        self.start()
        self.wait_until_ready()

    def workers(self) -> list[int]:
        """Return the process ids of the workers."""
        pids: list[int] = []
        for task in Path(f"/proc/{self.pid}/task").glob("*/children"):
            with suppress(OSError):  # a thread may have ended
                pids += [int(pid) for pid in task.read_text().split()]
        return [pid for pid in pids if _is_worker(pid)]

    def cpu(self) -> float:
        """Return the processor time in seconds, without the workers."""
        return read_cpu(Path(f"/proc/{self.pid}/stat"))[1]

    def memory(self, field: str = "VmRSS") -> float:
        """Return the resident memory in megabytes; `VmHWM` is its peak."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(f"{field}:")[2].split()[0]) / 1024


def _is_worker(pid: int) -> bool:
    """Return whether a child is a worker, not the tracker of semaphores."""
    with suppress(OSError):
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def read_cpu(stat: Path) -> tuple[int, float]:
    """Return the parent of a process and its processor time in seconds."""
    fields = stat.read_text().rpartition(")")[2].split()
    return int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def running_servers(
    count: int = 1, folder: Path | None = None, env: dict[str, str] | None = None, **settings: Any
) -> Iterator[list[ServerProcess]]:
    """Run servers on one database, each with its own data folder."""
    with ExitStack() as stack:
        if folder is None:
            temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            folder = Path(stack.enter_context(temporary))
        fork_server = ForkServer(env or {})
        stack.callback(fork_server.close)
        servers = []
        for n in range(count):
            data = folder / f"server{n}"
            data.mkdir(parents=True, exist_ok=True)
            servers.append(ServerProcess(fork_server, data, settings))
            servers[n].start()
            stack.callback(servers[n].kill)
        for server in servers:
            server.wait_until_ready()
        yield servers


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Response(NamedTuple):
    status: int
    body: bytes
    ms: float  # of server time


class Client:
    """A client with one connection to a server."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers: dict[str, str] = {}

    def request(self, method: str, path: str, body: Any = None) -> Response:
        text = None if body is None else json.dumps(body)
        headers = {**self.headers, **({"content-type": "application/json"} if text else {})}
        try:
            self._connection.request(method, path, text, headers)
            answer = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):  # closed while it was idle
            self._connection.close()
            self._connection.request(method, path, text, headers)
            answer = self._connection.getresponse()
        timing = answer.headers.get("server-timing", "dur=0").rpartition("dur=")[2]
        return Response(answer.status, answer.read(), float(timing))

    def json(self, method: str, path: str, body: Any = None) -> Any:
        response = self.request(method, path, body)
        if response.status >= 400:
            raise SystemExit(f"{method} {path}: {response.status} {response.body.decode()[:300]}")
        return json.loads(response.body)

    def page(self, path: str) -> float:
        """Return the server time of a page in milliseconds."""
        self.headers["accept"] = "text/html"
        response = self.request("GET", path)
        assert response.status == 200, (path, response.status)
        return response.ms

    def sign_in(self) -> Client:
        token = self.json("POST", "/api/people", {"name": "Bench"})["token"]
        self.headers["authorization"] = f"Bearer {token}"
        return self

    def new_table(self, game: str, seats: Sequence[str]) -> str:
        return str(self.json("POST", "/api/tables", {"game": game, "seats": seats})["id"])


# The process of a ForkServer.

PR_SET_PDEATHSIG = 1  # of prctl(2)


def _serve(settings: Row) -> None:
    from roundhouse.web.server import serve
    from roundhouse.web.settings import Settings

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # if the program is killed
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    port, data = settings.pop("port"), Path(settings.pop("data"))
    signal.signal(signal.SIGUSR1, lambda *_: _write_objects(data / "objects.json"))
    serve(port=port, settings=Settings(data=data, **settings))


def _write_objects(file: Path) -> None:
    """Write what is in the memory of this process: megabytes, and objects by type."""
    import gc
    from collections import Counter

    class Malloc(ctypes.Structure):  # struct mallinfo2 of glibc
        _fields_ = [(f"field{n}", ctypes.c_size_t) for n in range(10)]

    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Malloc
    memory = mallinfo()
    data = {
        "python blocks": sys.getallocatedblocks(),
        "malloc used MB": (memory.field7 + memory.field4) / 1e6,  # uordblks and hblkhd
        "malloc free MB": memory.field8 / 1e6,  # fordblks
        "threads": threading.active_count(),
        "types": Counter(type(each).__qualname__ for each in gc.get_objects()),
    }
    part = file.with_suffix(".part")
    part.write_text(json.dumps(data))
    part.rename(file)


def _warm_up() -> None:
    """Import all that a server imports, by building one on a temporary database."""
    with suppress(ImportError):
        import psycopg  # noqa: F401 - the servers may use PostgreSQL

    from roundhouse.web import server
    from roundhouse.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        app = server._open(settings)
        server._config(app, settings)
        app.state.services.storage.database.close()
    assert threading.active_count() == 1  # a fork has no other threads


def _main() -> None:
    _warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed servers leave no zombies
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                _serve(json.loads(line))
            finally:
                os._exit(1)
        print(pid, flush=True)


if __name__ == "__main__":
    _main()
