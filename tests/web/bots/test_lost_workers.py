"""Workers that die or hang are replaced; a simple move is the last resort."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import (
    TIMEOUT_S,
    Server,
    guest_client,
    new_table,
    running_server,
    wait_for_turn,
)
from tests.web.learning.test_review import careless_game
from tests.web.waiting import STUCK_AFTER_S, wait_until, worker_pids

pytestmark = pytest.mark.slow

HTML = {"accept": "text/html"}
BROKEN_WORKER = """
import asyncio
from roundhouse.web.bots import worker_process

async def spawn(*_):
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec({program}, stdin=pipe, stdout=pipe)

worker_process.spawn = spawn
"""


def _move(client: httpx.Client, table: str) -> None:
    now = wait_for_turn(client, table, STUCK_AFTER_S)
    body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    client.post(f"/api/tables/{table}/moves", json=body).raise_for_status()


def _worker(server: Server) -> int:
    wait_until(lambda: bool(worker_pids(server)), "there is no worker")
    return worker_pids(server)[0]


def _wait_until_gone(server: Server, pid: int) -> None:
    wait_until(lambda: pid not in worker_pids(server), "the worker was not replaced")


def _notice(client: httpx.Client, table: str) -> str:
    return str(client.get(f"/api/tables/{table}").json()["notice"])


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
def test_another_worker_repeats_the_search(tmp_path: Path, fault: signal.Signals) -> None:
    """The worker is killed or stays stopped while it has a request."""
    with running_server(tmp_path) as server, guest_client(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK_AFTER_S)  # the worker has loaded the game
        for _ in range(2):
            pid = _worker(server)
            os.kill(pid, signal.SIGSTOP)  # it cannot answer before the fault
            _move(ann, table)
            time.sleep(0.15)
            os.kill(pid, fault)
            now = wait_for_turn(ann, table, STUCK_AFTER_S)
            assert now["ply"] >= 3
            _wait_until_gone(server, pid)
        assert _notice(ann, table) == ""  # no bot played a random move


def test_idle_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, guest_client(server) as ann:
        table = new_table(ann, "me", "bot:random", "bot:random")["id"]
        for _ in range(3):
            _move(ann, table)
            wait_for_turn(ann, table, STUCK_AFTER_S)
            os.kill(_worker(server), signal.SIGKILL)
        assert _notice(ann, table) == ""


def _page(server: Server, table: str) -> str:
    return httpx.get(f"{server.url}/t/{table}", headers=HTML, timeout=TIMEOUT_S).text


@pytest.mark.parametrize("program", ['"false"', '"sh", "-c", "echo nonsense; cat"'])
def test_simple_move_is_the_last_resort_and_is_reported(tmp_path: Path, program: str) -> None:
    prelude = BROKEN_WORKER.format(program=program)
    with running_server(tmp_path, prelude=prelude) as server, guest_client(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK_AFTER_S)
        message = _notice(ann, table)
        assert "played a simple move" in message
        assert "simple move" in message
        assert message in _page(server, table)


def test_illegal_answers_end_in_a_simple_move(tmp_path: Path) -> None:
    """A worker that answers with an illegal move does not stop the table."""
    answer = "import sys\\nprint(\\'{\"ready\": 1}\\', flush=True)\\nfor _ in sys.stdin:"
    answer += ' print(\\\'{"words": "lay atlantis"}\\\', flush=True)'
    prelude = BROKEN_WORKER.format(program=f"__import__('sys').executable, '-c', '{answer}'")
    with running_server(tmp_path, prelude=prelude) as server, guest_client(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK_AFTER_S)
        assert "simple move" in _notice(ann, table)


def test_failed_analysis_is_reported_on_the_page(tmp_path: Path) -> None:
    prelude = BROKEN_WORKER.format(program='"false"')
    with running_server(tmp_path, prelude=prelude) as server, guest_client(server) as ann:
        name = ann.post("/api/records", json={"text": careless_game()}).json()["id"]
        ann.post(f"/api/records/{name}/chances").raise_for_status()

        def was_notified() -> bool:
            page = httpx.get(f"{server.url}/r/{name}/review", headers=HTML, timeout=TIMEOUT_S)
            return "The analysis did not finish" in page.text

        wait_until(was_notified, "the page does not report the failure")
