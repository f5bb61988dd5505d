"""Waiting for progress at the tables of a server, and checks of its matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import httpx
from tests.web.conftest import Server

from roundhouse.play.record import Record

# Generous, for busy machines; bench/faults.py measures how fast tables recover from a fault.
STUCK_AFTER_S = 180.0


def wait_until(
    condition: Callable[[], bool], message: str, seconds: float = STUCK_AFTER_S
) -> float:
    """Wait until a condition is true; return how many seconds that took."""
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < seconds, message
        time.sleep(0.05)
    return time.monotonic() - started


def get_plies(client: httpx.Client, tables: Iterable[str]) -> dict[str, int]:
    return {table: client.get(f"/api/tables/{table}").json()["ply"] for table in tables}


def wait_for_moves(client: httpx.Client, tables: Iterable[str]) -> float:
    """Wait until each table has a new move or its game is over; return the seconds.

    An error response counts as no progress.
    """
    first_plies: dict[str, int] = {}
    waiting = set(tables)

    def has_progress() -> bool:
        for table in list(waiting):
            try:
                response = client.get(f"/api/tables/{table}")
            except httpx.TransportError:
                return False
            if response.status_code == 200:
                data = response.json()
                ply = data["ply"]
                if data["phase"] == "over" or ply > first_plies.setdefault(table, ply):
                    waiting.discard(table)
        return not waiting

    return wait_until(has_progress, f"no progress at {waiting}")


def check_match(client: httpx.Client, table: str) -> int:
    """Check that a match is undamaged and replays; return its number of moves."""
    data = client.get(f"/api/tables/{table}").json()
    assert not data["damage"], data
    record = Record.loads(client.get(f"/api/tables/{table}/record").text)
    for _ in record.replay(record.load_game(speed="interpreted")):
        pass
    return len(record.moves)


def worker_pids(server: Server) -> list[int]:
    """Return the process ids of a server's workers."""
    assert server.process is not None
    pids: list[str] = []
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread may have ended
            pids += (task / "children").read_text().split()
    return [int(pid) for pid in pids]
