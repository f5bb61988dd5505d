"""A slow database delays only the requests that need it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server, guest_client, new_table, running_server
from tests.web.waiting import get_plies, wait_until

pytestmark = pytest.mark.slow

SLOW = 8.0  # seconds per statement
PRELUDE = f"""
import os, sys, time
from sqlalchemy import Engine, event

@event.listens_for(Engine, "before_cursor_execute")
def slow(*_):
    if os.path.exists(sys.argv[2] + "/slow"):
        time.sleep({SLOW})
"""


@contextmanager
def slow(server: Server) -> Iterator[None]:
    marker = server.data / "slow"
    marker.touch()
    try:
        yield
    finally:
        marker.unlink()


def test_slow_database_delays_only_requests_that_use_it(tmp_path: Path) -> None:
    """The server answers other requests while pages, bots and streams wait.

    Each statement takes seconds meanwhile.
    """
    with (
        running_server(tmp_path, pause=0.1, prelude=PRELUDE) as server,
        guest_client(server) as ann,
    ):
        tables = [new_table(ann, *["bot:random"] * 4, game="texas")["id"] for _ in range(6)]
        wait_until(lambda: min(get_plies(ann, tables).values()) > 0, "the bots do not start")
        with httpx.stream("GET", f"{server.url}/t/{tables[0]}/events", timeout=60) as events:
            event = events.iter_lines()
            while not next(event).startswith("data:"):
                pass
            with slow(server):
                threads = [
                    threading.Thread(target=_get, args=(f"{server.url}/t/{table}",))
                    for table in tables
                    for _ in range(4)
                ]
                for thread in threads:
                    thread.start()
                time.sleep(0.5)  # until all of them wait for the database
                waits = []
                for _ in range(30):
                    started = time.monotonic()
                    assert httpx.get(f"{server.url}/health", timeout=20).status_code == 200
                    waits.append(time.monotonic() - started)
                    time.sleep(0.05)
                assert max(waits) < 0.75 * SLOW, waits  # less than one statement
                assert sum(thread.is_alive() for thread in threads) > 0, "no request had to wait"
            for thread in threads:
                thread.join(120)
            while not next(event).startswith("data:"):  # the stream is still open
                pass
            before = get_plies(ann, tables)
            wait_until(lambda: get_plies(ann, tables) != before, "the bots do not go on")


def _get(url: str) -> None:
    httpx.get(url, headers={"accept": "text/html"}, timeout=120)
