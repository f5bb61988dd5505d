"""No process outlives tests that are killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.web.postgres import find_postgres_programs

ROOT = Path(__file__).parents[1]
TIMEOUT_S = 30.0
START_CHILD = """
import subprocess, sys, time
from tests.child_processes import bind_to_parent
child = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
process = subprocess.Popen(bind_to_parent([sys.executable, "-c", child]))
time.sleep(600)
"""
START_POSTGRES = """
import time
from tests.web.conftest import find_free_port
from tests.web.postgres import find_postgres_programs, running_postgres
with running_postgres(find_postgres_programs(), find_free_port()) as postgres:
    print(postgres._process.pid, flush=True)
    print(postgres._folder, flush=True)
    time.sleep(600)
"""
START_SERVER = """
import tempfile, time
from pathlib import Path
from tests.web.conftest import running_server
folder = tempfile.mkdtemp()
with running_server(Path(folder)) as server:
    print(server.process.pid, flush=True)
    print(folder, flush=True)
    time.sleep(600)
"""

pytestmark = pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")


def kill_when_ready(script: str, lines: int) -> list[str]:
    """Run a script, kill it when it has printed some lines, and return them."""
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    output = [process.stdout.readline().strip() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=TIMEOUT_S)
    return output


def has_ended(pid: str) -> bool:
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_child_ends_when_its_parent_is_killed() -> None:
    (pid,) = kill_when_ready(START_CHILD, 1)
    ended = has_ended(pid)
    if not ended:
        os.kill(int(pid), signal.SIGKILL)
    assert ended


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        START_SERVER,
        pytest.param(
            START_POSTGRES,
            marks=pytest.mark.skipif(
                find_postgres_programs() is None, reason="PostgreSQL is not installed"
            ),
        ),
    ],
    ids=["server", "postgres"],
)
def test_server_ends_when_its_parent_is_killed(script: str) -> None:
    pid, folder = kill_when_ready(script, 2)
    try:
        assert has_ended(pid)
    finally:
        shutil.rmtree(folder)
