"""Waiting for things to happen at the tables of a server that is being ill-treated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import httpx
from tests.web.conftest import Server

from roundhouse.play.record import Record

# Seconds after which a table stands still for good. (That none does for more than ten once a fault
# is over is measured, by bench/faults.py: a test may run on a machine that has other things to do.)
STUCK = 180.0


def until(done: Callable[[], bool], otherwise: str, seconds: float = STUCK) -> float:
    """Wait until something is so; how long that took."""
    begun = time.monotonic()
    while not done():
        assert time.monotonic() - begun < seconds, otherwise
        time.sleep(0.05)
    return time.monotonic() - begun


def plies(client: httpx.Client, tables: Iterable[str]) -> dict[str, int]:
    return {table: client.get(f"/api/tables/{table}").json()["ply"] for table in tables}


def all_move(client: httpx.Client, tables: Iterable[str]) -> float:
    """Wait until a move was made at each of these tables, or its game is over; how long it took.
    Whatever goes wrong while it is asked counts as standing still."""
    known: dict[str, int] = {}
    left = set(tables)

    def look() -> bool:
        for table in list(left):
            try:
                answer = client.get(f"/api/tables/{table}")
            except httpx.TransportError:
                return False
            if answer.status_code == 200:
                now = answer.json()
                if now["phase"] == "over" or now["ply"] > known.setdefault(table, now["ply"]):
                    left.discard(table)
        return not left

    return until(look, f"nothing happens at {left}")


def whole(client: httpx.Client, table: str) -> int:
    """Check that a match is one game; how many moves stand."""
    now = client.get(f"/api/tables/{table}").json()
    assert not now["damage"], now
    record = Record.loads(client.get(f"/api/tables/{table}/record").text)
    for _ in record.replay(record.load_game(speed="interpreted")):
        pass
    return len(record.moves)


def children(server: Server) -> list[int]:
    """The processes that a server has started: its workers."""
    assert server.process is not None
    found = []
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may have ended meanwhile
            found += (task / "children").read_text().split()
    return [int(pid) for pid in found]
