"""Workers that die or hang: another thinks again; a simple move is the last resort, and is said."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, Server, guest, new_table, running, wait_for_turn
from tests.web.test_review import careless_game
from tests.web.watching import STUCK, children, until

pytestmark = pytest.mark.slow

HTML = {"accept": "text/html"}
USELESS = """
import asyncio
from roundhouse.web.thinking import worker_process

async def spawn(*_):
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec({program}, stdin=pipe, stdout=pipe)

worker_process.spawn = spawn
"""


def _move(client: httpx.Client, table: str) -> None:
    now = wait_for_turn(client, table, STUCK)
    body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    client.post(f"/api/tables/{table}/moves", json=body).raise_for_status()


def _worker(server: Server) -> int:
    until(lambda: bool(children(server)), "there is no worker")
    return children(server)[0]


def _notice(client: httpx.Client, table: str) -> str:
    return str(client.get(f"/api/tables/{table}").json()["notice"])


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
def test_another_worker_thinks_again(tmp_path: Path, fault: signal.Signals) -> None:
    """The bot thinks for half a second and more; meanwhile its worker is lost."""
    with running(tmp_path) as server, guest(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK)  # the worker is there and knows the game
        for _ in range(2):
            lost = _worker(server)
            _move(ann, table)
            time.sleep(0.15)
            os.kill(lost, fault)
            now = wait_for_turn(ann, table, STUCK)
            assert now["ply"] >= 3
            assert lost not in children(server)
        assert _notice(ann, table) == ""  # nobody has played at random


def test_a_worker_that_dies_while_nothing_is_asked_of_it_is_not_missed(tmp_path: Path) -> None:
    with running(tmp_path) as server, guest(server) as ann:
        table = new_table(ann, "me", "bot:random", "bot:random")["id"]
        for _ in range(3):
            _move(ann, table)
            wait_for_turn(ann, table, STUCK)
            os.kill(_worker(server), signal.SIGKILL)
        assert _notice(ann, table) == ""


def _page(server: Server, table: str) -> str:
    return httpx.get(f"{server.url}/t/{table}", headers=HTML, timeout=PATIENCE).text


@pytest.mark.parametrize("program", ['"false"', '"sh", "-c", "echo nonsense; cat"'])
def test_a_simple_move_is_the_last_resort_and_is_said(tmp_path: Path, program: str) -> None:
    prelude = USELESS.format(program=program)
    with running(tmp_path, prelude=prelude) as server, guest(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK)
        said = _notice(ann, table)
        assert "could not think about ply" in said
        assert "simple move" in said
        assert said in _page(server, table)


def test_what_a_worker_cannot_do_is_not_asked_for_ever(tmp_path: Path) -> None:
    """Answers that are no moves: the table goes on all the same."""
    answer = "import sys\\nprint(\\'{\"ready\": 1}\\', flush=True)\\nfor _ in sys.stdin:"
    answer += ' print(\\\'{"words": "lay atlantis"}\\\', flush=True)'
    prelude = USELESS.format(program=f"__import__('sys').executable, '-c', '{answer}'")
    with running(tmp_path, prelude=prelude) as server, guest(server) as ann:
        table = new_table(ann, "me", "bot:hard", "bot:hard")["id"]
        _move(ann, table)
        wait_for_turn(ann, table, STUCK)
        assert "simple move" in _notice(ann, table)


def test_who_asked_for_a_review_is_told_that_there_is_none(tmp_path: Path) -> None:
    prelude = USELESS.format(program='"false"')
    with running(tmp_path, prelude=prelude) as server, guest(server) as ann:
        name = ann.post("/api/records", json={"text": careless_game()}).json()["id"]
        ann.post(f"/api/records/{name}/chances").raise_for_status()

        def told() -> bool:
            page = httpx.get(f"{server.url}/r/{name}/review", headers=HTML, timeout=PATIENCE)
            return "The search did not come to its end" in page.text

        until(told, "nobody was told")
