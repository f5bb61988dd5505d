"""Two servers on one PostgreSQL database see each other's moves."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, new_table, running_server
from tests.web.postgres import Postgres

from roundhouse.web.tables.event_streams import HEARTBEAT

pytestmark = pytest.mark.slow


def test_servers_with_one_database_see_each_others_moves(
    postgres: Postgres, tmp_path: Path
) -> None:
    with (
        running_server(tmp_path, database=postgres.url) as one,
        running_server(tmp_path, database=postgres.url) as two,
        httpx.Client(base_url=one.url, timeout=TIMEOUT_S) as ann,
        httpx.Client(base_url=two.url, timeout=TIMEOUT_S) as bob,
    ):
        for client in (ann, bob):
            token = client.post("/api/people", json={}).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
        table = new_table(ann, "me", "open", "open")
        where = f"/api/tables/{table['id']}"
        for seat in (1, 2):
            joined = bob.post(f"{where}/join", json={"invite": table["seats"][seat]["invite"]})
            assert joined.status_code == 200
        with bob.stream("GET", f"{where}/events") as events:
            data_lines = (line for line in events.iter_lines() if line.startswith("data:"))
            assert next(data_lines) == "data: ply 0"
            move = ann.get(f"{where}/choices").json()["choices"][0]["move"]
            started = time.monotonic()
            ann.post(f"{where}/moves", json={"ply": 0, "move": move})
            while next(data_lines) != "data: ply 1":
                pass
            assert time.monotonic() - started < HEARTBEAT  # by notification, not by polling
        now = bob.get(f"{where}/choices").json()
        assert (now["ply"], now["your_turn"]) == (1, True)
        stale = ann.post(f"{where}/moves", json={"ply": 0, "move": move})
        assert stale.status_code == 409
