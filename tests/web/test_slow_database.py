"""A database that takes its time: nothing in the web process waits for it but who asked it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server, guest, new_table, running
from tests.web.watching import plies, until

pytestmark = pytest.mark.slow

SLOW = 8.0  # seconds for each statement
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
    mark = server.data / "slow"
    mark.touch()
    try:
        yield
    finally:
        mark.unlink()


def test_a_slow_database_does_not_hold_up_who_asks_nothing_of_it(tmp_path: Path) -> None:
    """Bots play, people ask for pages, streams are open; the database takes seconds to answer
    anything. Meanwhile the process answers at once, and streams are alive."""
    with running(tmp_path, pause=0.1, prelude=PRELUDE) as server, guest(server) as ann:
        tables = [new_table(ann, *["bot:random"] * 4, game="texas")["id"] for _ in range(6)]
        until(lambda: min(plies(ann, tables).values()) > 0, "the bots do not begin")
        with httpx.stream("GET", f"{server.url}/t/{tables[0]}/events", timeout=60) as events:
            heard = events.iter_lines()
            while not next(heard).startswith("data:"):
                pass
            with slow(server):
                asking = [
                    threading.Thread(target=_ask, args=(f"{server.url}/t/{table}",))
                    for table in tables
                    for _ in range(4)
                ]
                for thread in asking:
                    thread.start()
                time.sleep(0.5)  # all of them wait for the database now
                waits = []
                for _ in range(30):
                    begun = time.monotonic()
                    assert httpx.get(f"{server.url}/health", timeout=20).status_code == 200
                    waits.append(time.monotonic() - begun)
                    time.sleep(0.05)
                assert max(waits) < 0.75 * SLOW, waits  # whoever waits for a statement waits longer
                assert sum(thread.is_alive() for thread in asking) > 0, "nobody had to wait"
            for thread in asking:
                thread.join(120)
            while not next(heard).startswith("data:"):  # the stream has lived through it
                pass
            before = plies(ann, tables)
            until(lambda: plies(ann, tables) != before, "the bots do not go on")


def _ask(url: str) -> None:
    httpx.get(url, headers={"accept": "text/html"}, timeout=120)
