"""Outages of the database: pages say so, nothing is lost, and the bots go on by themselves."""

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
from tests.web.conftest import PATIENCE, Server, guest, new_table, running
from tests.web.postgres import Postgres
from tests.web.watching import all_move, plies, until, whole

pytestmark = pytest.mark.slow

BOTS = ["bot:random"] * 4
HTML = {"accept": "text/html"}


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Somebody holds SQLite's only lock for writing."""
    with closing(sqlite3.connect(server.data / "roundhouse.sqlite", timeout=30)) as db:
        db.isolation_level = None
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            db.execute("ROLLBACK")


@contextmanager
def disk_full(server: Server) -> Iterator[None]:
    """No file of the server can grow beyond a kilobyte."""
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.parametrize("fault", [locked, disk_full])
def test_bots_of_a_table_that_could_not_be_written_go_on(tmp_path: Path, fault: Any) -> None:
    with running(tmp_path, pause=0.2) as server, guest(server) as ann:
        tables = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(3)]
        mine = new_table(ann, "me", "me", "me")["id"]
        until(lambda: min(plies(ann, tables).values()) > 0, "the bots do not begin")
        with fault(server):
            until(
                lambda: all(
                    "waits" in ann.get(f"/api/tables/{table}").json()["notice"] for table in tables
                ),
                "nobody says that the tables wait",
            )
            page = httpx.get(f"{server.url}/t/{tables[0]}", headers=HTML, timeout=PATIENCE)
            assert "The table waits: the database does not answer." in page.text
            now = ann.get(f"/api/tables/{mine}/choices").json()
            body = {"ply": 0, "move": now["choices"][0]["move"]}
            refused = ann.post(f"/api/tables/{mine}/moves", json=body)
            assert refused.status_code == 503
            assert "try again" in refused.json()["detail"]
            assert refused.headers["retry-after"]
            known = plies(ann, [*tables, mine])
            assert known[mine] == 0
        all_move(ann, tables)
        assert ann.post(f"/api/tables/{mine}/moves", json=body).json()["ply"] == 1
        for table in tables:
            assert whole(ann, table) >= known[table]
        until(
            lambda: not any(ann.get(f"/api/tables/{table}").json()["notice"] for table in tables),
            "it is still said that the tables wait",
        )


def test_moves_outlive_restarts_of_postgresql(own_postgres: Postgres, tmp_path: Path) -> None:
    """PostgreSQL is stopped as by a crash, again and again, while bots and people play. Every move
    that was acknowledged is there, no match has a gap, and every bot goes on."""
    with running(tmp_path, database=own_postgres.url, pause=0.05) as server, guest(server) as ann:
        bots = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(4)]
        mine = [new_table(ann, "me", "me", "me")["id"] for _ in range(3)]
        until(lambda: min(plies(ann, bots).values()) > 0, "the bots do not begin")
        done: dict[str, list[str]] = {table: [] for table in mine}
        for turn in range(5):
            for table in mine:
                _acknowledged(ann, table, done[table])
            own_postgres.stop("immediate" if turn % 2 else "fast")
            said = ann.post(f"/api/tables/{mine[0]}/moves", json={"ply": 0, "move": "lay fargo"})
            assert said.status_code == 503
            page = httpx.get(f"{server.url}/t/{mine[0]}", headers=HTML, timeout=PATIENCE)
            assert page.status_code == 503
            assert "The database does not answer" in page.text
            assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
            assert httpx.get(f"{server.url}/health/database", timeout=PATIENCE).status_code == 503
            time.sleep(0.4 * turn)
            own_postgres.start()
            all_move(ann, bots)
        for table in (*bots, *mine):
            whole(ann, table)
        for table in mine:
            now = ann.get(f"/api/tables/{table}/record").text.splitlines()[1:]
            assert now == done[table]
    with running(tmp_path, database=own_postgres.url) as server:  # and after a restart
        for table in mine:
            kept = f"{server.url}/api/tables/{table}/record"
            now = httpx.get(kept, timeout=PATIENCE).text.splitlines()[1:]
            assert now == done[table]


def _acknowledged(client: httpx.Client, table: str, done: list[str]) -> None:
    """Make a move that is acknowledged, and remember it."""
    until(
        lambda: client.get(f"/api/tables/{table}").status_code == 200,
        "the table does not come back",
    )
    now = client.get(f"/api/tables/{table}").json()
    choice = client.get(f"/api/tables/{table}/choices", params={"seat": now["turn"]}).json()
    body = {"ply": now["ply"], "move": choice["choices"][0]["move"]}
    answer = client.post(f"/api/tables/{table}/moves", json=body)
    assert answer.status_code == 200, answer.text
    done.append(f"{now['turn']} {body['move']}")


def test_pages_hear_of_what_was_played_while_the_line_was_cut(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    """A page is open at one server, a move is made at another just after an outage, before the
    first listens again: it is told all the same."""
    with (
        running(tmp_path / "one", database=own_postgres.url) as one,
        running(tmp_path / "two", database=own_postgres.url) as two,
        guest(one) as ann,
    ):
        table = new_table(ann, "me", "me", "me")["id"]
        with httpx.stream("GET", f"{one.url}/t/{table}/events", timeout=PATIENCE) as events:
            heard = (line for line in events.iter_lines() if line.startswith("data:"))
            assert next(heard) == "data: ply 0"
            own_postgres.stop()
            own_postgres.start()
            ann.base_url = two.url
            until(lambda: ann.get(f"/api/tables/{table}").status_code == 200, "no table")
            body = {"ply": 0, "move": "lay fargo"}
            assert ann.post(f"/api/tables/{table}/moves", json=body).status_code == 200
            assert next(line for line in heard if line != "data: ply 0") == "data: ply 1"
