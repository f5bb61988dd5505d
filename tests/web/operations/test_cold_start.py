"""A server without a native library: bots play interpreted until it builds one.

An analysis, which no player waits for, runs after that.
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


def test_bots_answer_before_and_after_the_library_is_built(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with (
        running_server(tmp_path, cache=cache) as server,
        httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client,
    ):
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        table = new_table(client, "me", "bot:beginner", "bot:medium")["id"]
        assert _move(client, table)["ply"] >= 3
        assert not list(cache.rglob("northern-*.so"))  # they did not wait for it
        name = client.post("/api/records", json={"text": careless_game()}).json()["id"]
        client.post(f"/api/records/{name}/chances").raise_for_status()
        messages = set()
        end = time.monotonic() + 600  # building takes long on a busy machine
        while not list(cache.rglob("northern-*.so")):
            assert time.monotonic() < end, "the library has not been built"
            time.sleep(0.2)
            messages.add(client.get(f"/api/tables/{table}").json()["notice"])
            state = client.get(f"/api/records/{name}/chances").json()["state"]
            assert state == "busy" or list(cache.rglob("northern-*.so"))
            time.sleep(1)
        assert any(n.startswith("Preparing strong bots: Northern Pacific, ") for n in messages)
        result = wait_for_analysis(client, f"/api/records/{name}")
        # In this variant the game itself may win. No seat has that chance, which is a few percent
        # after a short search.
        assert all(0.9 < sum(shares) < 1.01 for shares in result["shares"])
        while (now := _move(client, table))["phase"] != "over":
            assert now["your_turn"]
