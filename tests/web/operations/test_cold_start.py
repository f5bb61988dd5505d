"""A server without compiled code: bots play interpreted first, then compiled.

An analysis, which no player waits for, runs after the compilation.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import (
    TIMEOUT_S,
    new_table,
    running_server,
    wait_for_analysis,
    wait_for_turn,
)
from tests.web.learning.test_review import careless_game

pytestmark = pytest.mark.slow


def _move(client: httpx.Client, table: str) -> Any:
    """Play any move; return the choices when it is the client's turn again."""
    now = wait_for_turn(client, table)
    move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    client.post(f"/api/tables/{table}/moves", json=move).raise_for_status()
    return wait_for_turn(client, table)


def test_bots_answer_before_and_after_compilation(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with (
        running_server(tmp_path, cache=cache) as server,
        httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client,
    ):
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        table = new_table(client, "me", "bot:beginner", "bot:medium")["id"]
        assert _move(client, table)["ply"] >= 3
        assert not list(cache.rglob("bots.warm"))  # they did not wait for the compiler
        name = client.post("/api/records", json={"text": careless_game()}).json()["id"]
        client.post(f"/api/records/{name}/chances").raise_for_status()
        end = time.monotonic() + 600  # compiling takes long on a busy machine
        while not list(cache.rglob("bots.warm")):
            assert time.monotonic() < end, "the bots have not been compiled"
            time.sleep(0.2)
            state = client.get(f"/api/records/{name}/chances").json()["state"]
            assert state == "busy" or list(cache.rglob("bots.warm"))
            time.sleep(1)
        result = wait_for_analysis(client, f"/api/records/{name}")
        # In this variant the game itself may win. No seat has that chance, which is a few percent
        # after a short search.
        assert all(0.9 < sum(shares) < 1.01 for shares in result["shares"])
        while (now := _move(client, table))["phase"] != "over":
            assert now["your_turn"]
