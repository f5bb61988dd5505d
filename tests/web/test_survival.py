"""kill -9 in the middle of bot games: every match goes on from its last move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, Server, new_table, running
from tests.web.watching import children, until

from roundhouse.play.record import Record

pytestmark = pytest.mark.slow


@contextmanager
def _guest(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def _moves(client: httpx.Client, table: str) -> tuple[str, ...]:
    record = Record.loads(client.get(f"/api/tables/{table}/record").text)
    return tuple(map(str, record.moves))


def test_killed_servers_lose_no_acknowledged_move(tmp_path: Path) -> None:
    with running(tmp_path, pause=0.02) as server, _guest(server) as client:
        bots = [new_table(client, *["bot:random"] * 4)["id"] for _ in range(3)]
        mine = new_table(client, "me", "me", "me")["id"]
        for ply in range(2):
            known = {table: _moves(client, table) for table in bots}
            now = client.get(f"/api/tables/{mine}/choices").json()
            move = now["choices"][-1]["move"]
            done = client.post(f"/api/tables/{mine}/moves", json={"ply": ply, "move": move})
            server.kill()  # the answer has just been read
            assert done.json()["ply"] == ply + 1
            server.start()
            assert _moves(client, mine)[ply] == f"{ply} {move}"
            for table, moves in known.items():
                assert _moves(client, table)[: len(moves)] == moves
        until(
            lambda: all(
                client.get(f"/api/tables/{table}").json()["phase"] == "over" for table in bots
            ),
            "the bots do not come to an end",
            240,
        )
        for table in bots:
            record = Record.loads(client.get(f"/api/tables/{table}/record").text)
            assert record.result is not None
            for _ in record.replay(record.load_game(speed="interpreted")):
                pass


def test_a_server_stops_when_told_though_pages_are_open(tmp_path: Path) -> None:
    with running(tmp_path) as server, _guest(server) as client:
        table = new_table(client, "me", "bot:random", "bot:random")["id"]
        with client.stream("GET", f"/api/tables/{table}/events") as events:
            next(events.iter_lines())
            begun = time.monotonic()
            server.stop()
            assert time.monotonic() - begun < 25


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    with running(tmp_path) as server, _guest(server) as client:
        new_table(client, *["bot:random"] * 3)
        until(lambda: bool(children(server)), "there is no worker")
        workers = children(server)
        server.kill()
        until(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers),
            "a worker goes on without its server",
        )
