"""Clocks and presence across two servers on one PostgreSQL database.

After a server is killed, the other one checks the clocks of its tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.conftest import guest_client, new_table, running_server
from tests.web.postgres import Postgres

pytestmark = pytest.mark.slow

BLITZ = """
from roundhouse.table import clock
clock.TIME_CONTROLS["blitz"] = clock.TimeControl(
    "blitz", "Blitz", "3 s", 3.0, 0.5, 3.0
)
"""


def until(condition: Callable[[], bool], message: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, message
        time.sleep(0.1)


def test_clock_runs_on_after_the_server_is_killed(postgres: Postgres, tmp_path: Path) -> None:
    with (
        running_server(tmp_path, database=postgres.url, prelude=BLITZ) as one,
        running_server(tmp_path, database=postgres.url, prelude=BLITZ) as two,
        guest_client(one) as ann,
    ):
        table = new_table(ann, "me", "bot:random", "bot:random", clock="blitz", standin="random")
        one.kill()
        ann.base_url = two.url
        here = f"/api/tables/{table['id']}"
        state = ann.get(here).json()  # on a busy machine the time may have expired already
        assert state["clock"]["seats"][0]["running"] or state["seats"][0]["kind"] == "bot"
        until(
            lambda: ann.get(here).json()["seats"][0]["kind"] == "bot",
            "no server has checked the clock",
        )
        until(lambda: ann.get(here).json()["ply"] > 3, "the bots do not play on")
        assert ann.post(f"{here}/take-back", json={"seat": 0}).status_code in (200, 409)


def test_presence_is_shared_by_all_servers(postgres: Postgres, tmp_path: Path) -> None:
    with (
        running_server(tmp_path, database=postgres.url) as one,
        running_server(tmp_path, database=postgres.url) as two,
        guest_client(one, "Ann") as ann,
        guest_client(two, "Bob") as bob,
    ):
        table = new_table(ann, "me", "open", "open")
        here = f"/api/tables/{table['id']}"
        for seat in (1, 2):
            bob.post(f"{here}/join", json={"invite": table["seats"][seat]["invite"]})
        page = f"/t/{table['id']}"
        assert "online" not in bob.get(page).text
        with ann.stream("GET", f"{here}/events") as events:
            lines = events.iter_lines()
            next(lines)
            until(lambda: "online" in bob.get(page).text, "Ann is not shown as online")
        until(lambda: "online" not in bob.get(page).text, "Ann is still shown as online")
