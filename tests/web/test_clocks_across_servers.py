"""Two real servers on one PostgreSQL: when the one that a table was laid at is killed, the other
looks at its clock; and who is at a table is known at both."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.conftest import guest, new_table, running
from tests.web.postgres import Postgres

pytestmark = pytest.mark.slow

BLITZ = """
from roundhouse.web.clocks import pace
pace.PACES["blitz"] = pace.Pace("blitz", "Blitz", "3 s", 3.0, 0.5, 3.0)
"""


def until(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_the_clock_of_a_killed_servers_table_runs_on(postgres: Postgres, tmp_path: Path) -> None:
    with (
        running(tmp_path, database=postgres.url, prelude=BLITZ) as one,
        running(tmp_path, database=postgres.url, prelude=BLITZ) as two,
        guest(one) as ann,
    ):
        table = new_table(ann, "me", "bot:random", "bot:random", clock="blitz", standin="random")
        one.kill()
        ann.base_url = two.url
        here = f"/api/tables/{table['id']}"
        now = ann.get(here).json()  # on a busy machine her time may have run out already
        assert now["clock"]["seats"][0]["running"] or now["seats"][0]["kind"] == "bot"
        until(
            lambda: ann.get(here).json()["seats"][0]["kind"] == "bot",
            "nobody has looked at the clock",
        )
        until(lambda: ann.get(here).json()["ply"] > 3, "the bots do not play on")
        assert ann.post(f"{here}/take-back", json={"seat": 0}).status_code in (200, 409)


def test_who_is_at_a_table_is_known_at_every_server(postgres: Postgres, tmp_path: Path) -> None:
    with (
        running(tmp_path, database=postgres.url) as one,
        running(tmp_path, database=postgres.url) as two,
        guest(one, "Ann") as ann,
        guest(two, "Bob") as bob,
    ):
        table = new_table(ann, "me", "open", "open")
        here = f"/api/tables/{table['id']}"
        for seat in (1, 2):
            bob.post(f"{here}/join", json={"invite": table["seats"][seat]["invite"]})
        page = f"/t/{table['id']}"
        assert "at the table" not in bob.get(page).text
        with ann.stream("GET", f"{here}/events") as events:
            lines = events.iter_lines()
            next(lines)
            until(lambda: "at the table" in bob.get(page).text, "Ann is not seen")
        until(lambda: "at the table" not in bob.get(page).text, "Ann is still seen")
