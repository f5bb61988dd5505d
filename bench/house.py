"""Servers of a bench's own, visitors to them, and what they cost: used by the scripts beside it."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "src"
START = """
import json, sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
given = json.loads(sys.argv[2])
serve(port=int(sys.argv[1]), settings=Settings(**{**given, "data": Path(given["data"])}))
"""
TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """One server process."""

    def __init__(
        self, data: Path, database: str = "", port: int | None = None, **settings: Any
    ) -> None:
        self.port = port or free_port()
        data.mkdir(parents=True, exist_ok=True)
        given = {"workers": 1, "bot_pause": 0, "limits": False, **settings}
        given |= {"data": str(data), "database": database}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, str(self.port), json.dumps(given)],
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            try:
                Visitor(self.port).ask("GET", "/health")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server does not start")

    @staticmethod
    def url_of(database: str) -> str:
        """As SQLAlchemy wants it."""
        from roundhouse.web.settings import Settings

        return Settings(database=database).url

    def cpu(self) -> float:
        """Seconds of processor time it has used, its threads together (its workers apart)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes that it holds."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def houses(count: int, folder: Path, database: str = "", **settings: Any) -> Iterator[list[House]]:
    made: list[House] = []
    try:
        for n in range(count):
            made.append(House(folder / f"server{n}", database, **settings))
        yield made
    finally:
        for house in made:
            house.stop()


class Visitor:
    """Somebody with one connection to a server."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes, float]:
        """(status, body, milliseconds of server time)."""
        text = None if body is None else json.dumps(body)
        kind = {"content-type": "application/json"} if text else {}
        try:
            self._line.request(method, path, text, {**self.headers, **kind})
            answer = self._line.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):  # it was idle for too long
            self._line.close()
            self._line.request(method, path, text, {**self.headers, **kind})
            answer = self._line.getresponse()
        said = answer.read()
        timing = answer.headers.get("server-timing", "dur=0").rpartition("dur=")[2]
        return answer.status, said, float(timing)

    def json(self, method: str, path: str, body: Any = None) -> Any:
        status, said, _ = self.ask(method, path, body)
        if status >= 400:
            raise SystemExit(f"{method} {path}: {status} {said.decode()[:300]}")
        return json.loads(said)

    def introduce(self, name: str = "Bench") -> Visitor:
        token = self.json("POST", "/api/people", {"name": name})["token"]
        self.headers["authorization"] = f"Bearer {token}"
        return self

    def close(self) -> None:
        self._line.close()


def busy() -> str:
    """How busy the machine is, for the figures: other programs run on it, too."""
    one, five, _ = os.getloadavg()
    return f"{os.cpu_count()} cores, load {one:.1f} (1 min) {five:.1f} (5 min)"
