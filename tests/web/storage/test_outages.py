"""Database outages: pages report them, no move is lost, and the bots resume."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, Server, guest_client, new_table, running_server
from tests.web.postgres import Postgres
from tests.web.waiting import check_match, get_plies, wait_for_moves, wait_until

pytestmark = pytest.mark.slow

BOTS = ["bot:random"] * 4
HTML = {"accept": "text/html"}


@contextmanager
def lock_database(server: Server) -> Iterator[None]:
    """Hold SQLite's write lock."""
    with closing(sqlite3.connect(server.data / "roundhouse.sqlite", timeout=30)) as db:
        db.isolation_level = None
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            db.execute("ROLLBACK")


@contextmanager
def limit_file_size(server: Server) -> Iterator[None]:
    """Keep the server from growing a file beyond a kilobyte, as on a full disk."""
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.parametrize("fault", [lock_database, limit_file_size])
def test_bots_resume_after_failed_writes(tmp_path: Path, fault: Any) -> None:
    with running_server(tmp_path, pause=0.2) as server, guest_client(server) as ann:
        tables = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(3)]
        mine = new_table(ann, "me", "me", "me")["id"]
        wait_until(lambda: min(get_plies(ann, tables).values()) > 0, "the bots do not start")
        with fault(server):
            wait_until(
                lambda: all(
                    "paused" in ann.get(f"/api/tables/{table}").json()["notice"] for table in tables
                ),
                "the tables do not report that the bots are paused",
            )
            page = httpx.get(f"{server.url}/t/{tables[0]}", headers=HTML, timeout=TIMEOUT_S)
            assert "The bots are paused because the database is not responding." in page.text
            now = ann.get(f"/api/tables/{mine}/choices").json()
            body = {"ply": 0, "move": now["choices"][0]["move"]}
            refused = ann.post(f"/api/tables/{mine}/moves", json=body)
            assert refused.status_code == 503
            assert "try again" in refused.json()["detail"]
            assert refused.headers["retry-after"]
            last_plies = get_plies(ann, [*tables, mine])
            assert last_plies[mine] == 0
        wait_for_moves(ann, tables)
        assert ann.post(f"/api/tables/{mine}/moves", json=body).json()["ply"] == 1
        for table in tables:
            assert check_match(ann, table) >= last_plies[table]
        wait_until(
            lambda: not any(ann.get(f"/api/tables/{table}").json()["notice"] for table in tables),
            "the tables still report that the bots are paused",
        )


def test_moves_survive_postgresql_restarts(private_postgres: Postgres, tmp_path: Path) -> None:
    """Check that repeated crashes lose no acknowledged move and stop no bot."""
    with (
        running_server(tmp_path, database=private_postgres.url, pause=0.05) as server,
        guest_client(server) as ann,
    ):
        bots = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(4)]
        mine = [new_table(ann, "me", "me", "me")["id"] for _ in range(3)]
        wait_until(lambda: min(get_plies(ann, bots).values()) > 0, "the bots do not start")
        moves: dict[str, list[str]] = {table: [] for table in mine}
        for turn in range(5):
            for table in mine:
                _play_acknowledged_move(ann, table, moves[table])
            private_postgres.stop("immediate" if turn % 2 else "fast")
            response = ann.post(
                f"/api/tables/{mine[0]}/moves", json={"ply": 0, "move": "lay fargo"}
            )
            assert response.status_code == 503
            page = httpx.get(f"{server.url}/t/{mine[0]}", headers=HTML, timeout=TIMEOUT_S)
            assert page.status_code == 503
            assert "The database is not responding" in page.text
            assert httpx.get(f"{server.url}/health", timeout=TIMEOUT_S).status_code == 200
            assert httpx.get(f"{server.url}/health/database", timeout=TIMEOUT_S).status_code == 503
            time.sleep(0.4 * turn)
            private_postgres.start()
            wait_for_moves(ann, bots)
        for table in (*bots, *mine):
            check_match(ann, table)
        for table in mine:
            now = ann.get(f"/api/tables/{table}/record").text.splitlines()[1:]
            assert now == moves[table]
    with running_server(
        tmp_path, database=private_postgres.url
    ) as server:  # and by a restarted server
        for table in mine:
            url = f"{server.url}/api/tables/{table}/record"
            now = httpx.get(url, timeout=TIMEOUT_S).text.splitlines()[1:]
            assert now == moves[table]


def _play_acknowledged_move(client: httpx.Client, table: str, moves: list[str]) -> None:
    """Play a move that the server acknowledges, and append it to `moves`."""
    wait_until(
        lambda: client.get(f"/api/tables/{table}").status_code == 200,
        "the table is still unavailable",
    )
    now = client.get(f"/api/tables/{table}").json()
    choice = client.get(f"/api/tables/{table}/choices", params={"seat": now["turn"]}).json()
    body = {"ply": now["ply"], "move": choice["choices"][0]["move"]}
    answer = client.post(f"/api/tables/{table}/moves", json=body)
    assert answer.status_code == 200, answer.text
    moves.append(f"{now['turn']} {body['move']}")


def test_pages_receive_moves_made_right_after_an_outage(
    private_postgres: Postgres, tmp_path: Path
) -> None:
    """Move at another server before this one listens to PostgreSQL again."""
    with (
        running_server(tmp_path / "one", database=private_postgres.url) as one,
        running_server(tmp_path / "two", database=private_postgres.url) as two,
        guest_client(one) as ann,
    ):
        table = new_table(ann, "me", "me", "me")["id"]
        with httpx.stream("GET", f"{one.url}/t/{table}/events", timeout=TIMEOUT_S) as stream:
            events = (line for line in stream.iter_lines() if line.startswith("data:"))
            assert next(events) == "data: ply 0"
            private_postgres.stop()
            private_postgres.start()
            ann.base_url = two.url
            wait_until(
                lambda: ann.get(f"/api/tables/{table}").status_code == 200,
                "the table is unavailable",
            )
            body = {"ply": 0, "move": "lay fargo"}
            assert ann.post(f"/api/tables/{table}/moves", json=body).status_code == 200
            assert next(line for line in events if line != "data: ply 0") == "data: ply 1"
