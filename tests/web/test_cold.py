"""A server on which nothing has been compiled: bots answer all the same, then get faster; a review,
for which nobody must sit and wait, is made when they are."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import PATIENCE, new_table, running, wait_for_chances, wait_for_turn
from tests.web.test_review import careless_game

pytestmark = pytest.mark.slow


def _move(client: httpx.Client, table: str) -> Any:
    """Make any move, and say what stands when it is my turn again."""
    now = wait_for_turn(client, table)
    move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    client.post(f"/api/tables/{table}/moves", json=move).raise_for_status()
    return wait_for_turn(client, table)


def test_bots_answer_before_and_after_they_are_compiled(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with (
        running(tmp_path, cache=cache) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        table = new_table(client, "me", "bot:beginner", "bot:medium")["id"]
        assert _move(client, table)["ply"] >= 3
        assert not list(cache.rglob("bots.warm"))  # they did not wait for it
        name = client.post("/api/records", json={"text": careless_game()}).json()["id"]
        client.post(f"/api/records/{name}/chances").raise_for_status()
        end = time.monotonic() + 600  # compiling takes a busy machine its time
        while not list(cache.rglob("bots.warm")):
            assert time.monotonic() < end, "the bots are never compiled"
            time.sleep(0.2)
            state = client.get(f"/api/records/{name}/chances").json()["state"]
            assert state == "busy" or list(cache.rglob("bots.warm"))
            time.sleep(1)
        found = wait_for_chances(client, f"/api/records/{name}")
        # In this variant the game itself may win: its chance, some hundredths where few moves have
        # been looked at, is nobody's.
        assert all(0.9 < sum(shares) < 1.01 for shares in found["shares"])
        while (now := _move(client, table))["phase"] != "over":
            assert now["your_turn"]
