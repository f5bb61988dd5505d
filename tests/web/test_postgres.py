"""Two server processes on one PostgreSQL: a move made in one is seen in the other."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, new_table, running
from tests.web.postgres import Postgres

from roundhouse.web.events import HEARTBEAT

pytestmark = pytest.mark.slow


def test_servers_that_share_a_database_see_each_others_moves(
    postgres: Postgres, tmp_path: Path
) -> None:
    with (
        running(tmp_path, database=postgres.url) as one,
        running(tmp_path, database=postgres.url) as two,
        httpx.Client(base_url=one.url, timeout=PATIENCE) as ann,
        httpx.Client(base_url=two.url, timeout=PATIENCE) as bob,
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
            heard = (line for line in events.iter_lines() if line.startswith("data:"))
            assert next(heard) == "data: ply 0"
            move = ann.get(f"{where}/choices").json()["choices"][0]["move"]
            begun = time.monotonic()
            ann.post(f"{where}/moves", json={"ply": 0, "move": move})
            while next(heard) != "data: ply 1":
                pass
            assert time.monotonic() - begun < HEARTBEAT  # told, not found by looking again
        now = bob.get(f"{where}/choices").json()
        assert (now["ply"], now["your_turn"]) == (1, True)
        stale = ann.post(f"{where}/moves", json={"ply": 0, "move": move})
        assert stale.status_code == 409
