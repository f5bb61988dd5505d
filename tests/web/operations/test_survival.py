"""Servers killed with SIGKILL during bot games resume every match."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, Server, new_table, running_server
from tests.web.waiting import wait_until, worker_pids

from roundhouse.play.record import Record

pytestmark = pytest.mark.slow


@contextmanager
def _guest(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client:
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def _moves(client: httpx.Client, table: str) -> tuple[str, ...]:
    record = Record.loads(client.get(f"/api/tables/{table}/record").text)
    return tuple(map(str, record.moves))


def test_killed_servers_lose_no_acknowledged_move(tmp_path: Path) -> None:
    with running_server(tmp_path, pause=0.02) as server, _guest(server) as client:
        bots = [new_table(client, *["bot:random"] * 4)["id"] for _ in range(3)]
        mine = new_table(client, "me", "me", "me")["id"]
        for ply in range(2):
            known = {table: _moves(client, table) for table in bots}
            now = client.get(f"/api/tables/{mine}/choices").json()
            move = now["choices"][-1]["move"]
            response = client.post(f"/api/tables/{mine}/moves", json={"ply": ply, "move": move})
            server.kill()  # right after the response
            assert response.json()["ply"] == ply + 1
            server.start()
            assert _moves(client, mine)[ply] == f"{ply} {move}"
            for table, moves in known.items():
                assert _moves(client, table)[: len(moves)] == moves
        wait_until(
            lambda: all(
                client.get(f"/api/tables/{table}").json()["phase"] == "over" for table in bots
            ),
            "the bots do not finish",
            240,
        )
        for table in bots:
            record = Record.loads(client.get(f"/api/tables/{table}/record").text)
            assert record.result is not None
            for _ in record.replay(record.load_game(speed="interpreted")):
                pass


def test_server_stops_while_event_streams_are_open(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, _guest(server) as client:
        table = new_table(client, "me", "bot:random", "bot:random")["id"]
        with client.stream("GET", f"/api/tables/{table}/events") as events:
            next(events.iter_lines())
            started = time.monotonic()
            server.stop()
            assert time.monotonic() - started < 25


def test_workers_exit_with_a_killed_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, _guest(server) as client:
        new_table(client, *["bot:random"] * 3)
        wait_until(lambda: bool(worker_pids(server)), "there is no worker")
        workers = worker_pids(server)
        server.kill()
        wait_until(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers),
            "a worker outlives its server",
        )
