"""Server processes with their own settings, for tests of limits and refusals."""

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
from tests.child_processes import bind_to_parent
from tests.web.conftest import TIMEOUT_S, find_free_port, wait_until_ready
from tests.web.forked_servers import SOURCES, ForkedProcess, ServerProcess

START_SCRIPT = """
import json, sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
options = json.loads(sys.argv[2])
options["data"] = Path(options["data"])
options["proxies"] = tuple(options.get("proxies", ()))
serve(port=int(sys.argv[1]), settings=Settings(**options))
"""
PAGE = {"accept": "text/html"}


@dataclass
class Process:
    """A server process, its port and its error output."""

    port: int
    error_file: Path
    process: ServerProcess

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def error_output(self) -> str:
        return self.error_file.read_text()

    def memory_mb(self) -> int:
        """Return the resident memory of the process."""
        return self._read_status("VmRSS")

    def peak_memory_mb(self) -> int:
        """Return the peak resident memory of the process."""
        return self._read_status("VmHWM")

    def _read_status(self, field: str) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        match = re.search(rf"{field}:\s+(\d+) kB", status)
        assert match
        return int(match.group(1)) // 1024


@contextmanager
def running_process(data: Path, *wrapper: str, **settings: Any) -> Iterator[Process]:
    """Run a server with these settings, under the `wrapper` command if there is one."""
    port = find_free_port()
    options = json.dumps({"data": str(data), "workers": 1, "bot_pause": 0, **settings})
    error_file = data / "stderr"
    process: ServerProcess
    with error_file.open("wb") as stderr:
        if wrapper:
            process = subprocess.Popen(
                bind_to_parent([*wrapper, sys.executable, "-c", START_SCRIPT, str(port), options]),
                env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        else:
            process = ForkedProcess(START_SCRIPT, str(port), options, stderr=stderr)
    result = Process(port, error_file, process)
    try:
        wait_until_ready(result.url, process)
        yield result
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def guest_client(url: str, name: str = "Ann", **options: Any) -> Iterator[httpx.Client]:
    """An API client signed in as a new guest."""
    with httpx.Client(base_url=url, timeout=TIMEOUT_S, **options) as client:
        token = client.post("/api/people", json={"name": name}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def form_token(page: httpx.Response) -> str:
    """Return the CSRF token of a page."""
    match = re.search(r'<meta name="csrf" content="([^"]+)"', page.text)
    assert match, page.text[:300]
    return match.group(1)
