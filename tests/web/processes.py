"""Server processes with settings of their own, for tests of what a server refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.web.conftest import PATIENCE, SOURCES, answers, free_port

START = """
import json, sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
given = json.loads(sys.argv[2])
given["data"] = Path(given["data"])
given["proxies"] = tuple(given.get("proxies", ()))
serve(port=int(sys.argv[1]), settings=Settings(**given))
"""
PAGE = {"accept": "text/html"}


@dataclass
class Process:
    """A server, where it listens, and what it has complained about."""

    port: int
    errors: Path
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def complaints(self) -> str:
        return self.errors.read_text()

    def memory(self) -> int:
        """Megabytes that the process holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found.group(1)) // 1024

    def peak(self) -> int:
        """Megabytes that it has held at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found.group(1)) // 1024


@contextmanager
def serving(data: Path, *before: str, **settings: Any) -> Iterator[Process]:
    """A server with these settings; `before` is a command that it is run under."""
    port = free_port()
    given = json.dumps({"data": str(data), "workers": 1, "bot_pause": 0, **settings})
    errors = data / "stderr"
    with errors.open("wb") as kept:
        process = subprocess.Popen(
            [*before, sys.executable, "-c", START, str(port), given],
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
            stdout=subprocess.DEVNULL,
            stderr=kept,
        )
    made = Process(port, errors, process)
    try:
        answers(made.url, process)
        yield made
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def guest(url: str, name: str = "Ann", **more: Any) -> Iterator[httpx.Client]:
    """An API client who is a guest of its own."""
    with httpx.Client(base_url=url, timeout=PATIENCE, **more) as client:
        token = client.post("/api/people", json={"name": name}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def form_token(page: httpx.Response) -> str:
    found = re.search(r'<meta name="csrf" content="([^"]+)"', page.text)
    assert found, page.text[:300]
    return found.group(1)
