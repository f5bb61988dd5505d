"""Servers that share a database: one takes over when another fails.

A server is killed, hangs or stops; the bots continue, and no move is made twice.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.conftest import Server, guest_client, new_table, running_server
from tests.web.postgres import Postgres
from tests.web.waiting import check_match, get_plies, wait_for_moves, wait_until

pytestmark = pytest.mark.slow

BOTS = ["bot:random"] * 4


def _kill(server: Server) -> None:
    server.kill()


def _hang(server: Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)


def _close(server: Server) -> None:
    server.stop()


@pytest.mark.parametrize("fault", [_kill, _hang, _close])
def test_another_server_takes_over(
    postgres: Postgres, tmp_path: Path, fault: Callable[[Server], None]
) -> None:
    with (
        running_server(tmp_path / "one", database=postgres.url, pause=0.3) as one,
        running_server(tmp_path / "two", database=postgres.url, pause=0.3) as two,
        guest_client(one) as ann,
        guest_client(two) as bob,
    ):
        tables = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(3)]
        wait_until(lambda: min(get_plies(bob, tables).values()) > 0, "the bots do not start")
        fault(one)
        wait_for_moves(bob, tables)
        if fault is _hang:  # it resumes after it has lost its leases
            assert one.process is not None
            one.process.send_signal(signal.SIGCONT)
            wait_for_moves(bob, tables)
        for table in tables:
            check_match(bob, table)


def test_table_is_driven_by_one_server_at_a_time(postgres: Postgres, tmp_path: Path) -> None:
    """A player alternates between two servers, and no bot move clashes.

    Each bot move includes a pause, so two servers that drive one table would clash.
    """
    with (
        running_server(tmp_path / "one", database=postgres.url, pause=0.1) as one,
        running_server(tmp_path / "two", database=postgres.url, pause=0.1) as two,
        guest_client(one) as ann,
    ):
        table = new_table(ann, "me", "bot:random", "bot:random")["id"]
        for turn in range(6):
            server = (one, two)[turn % 2]
            ann.base_url = server.url
            wait_until(
                lambda: bool(ann.get(f"/api/tables/{table}/choices").json()["your_turn"]),
                "the bots do not answer",
            )
            now = ann.get(f"/api/tables/{table}/choices").json()
            move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
            assert ann.post(f"/api/tables/{table}/moves", json=move).status_code == 200
            wait_until(
                lambda: bool(ann.get(f"/api/tables/{table}/choices").json()["your_turn"]),
                "the bots do not answer",
            )
        assert check_match(ann, table) >= 18
