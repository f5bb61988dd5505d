"""Servers that share a database: when one dies, hangs or stops, another goes on with its bots, and
no move is made twice."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.conftest import Server, guest, new_table, running
from tests.web.postgres import Postgres
from tests.web.watching import all_move, plies, until, whole

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
def test_another_server_goes_on(
    postgres: Postgres, tmp_path: Path, fault: Callable[[Server], None]
) -> None:
    with (
        running(tmp_path / "one", database=postgres.url, pause=0.3) as one,
        running(tmp_path / "two", database=postgres.url, pause=0.3) as two,
        guest(one) as ann,
        guest(two) as bob,
    ):
        tables = [new_table(ann, *BOTS, game="texas")["id"] for _ in range(3)]
        until(lambda: min(plies(bob, tables).values()) > 0, "the bots do not begin")
        fault(one)
        all_move(bob, tables)
        if fault is _hang:  # and wakes up again: the tables are not its own any more
            assert one.process is not None
            one.process.send_signal(signal.SIGCONT)
            all_move(bob, tables)
        for table in tables:
            whole(bob, table)


def test_a_table_is_driven_by_one_server_at_a_time(postgres: Postgres, tmp_path: Path) -> None:
    """Two servers, bots at every table, people who move now here, now there: nobody thinks in vain.
    (Each bot's move takes a pause of its server; were both to drive a table, moves would clash.)"""
    with (
        running(tmp_path / "one", database=postgres.url, pause=0.1) as one,
        running(tmp_path / "two", database=postgres.url, pause=0.1) as two,
        guest(one) as ann,
    ):
        table = new_table(ann, "me", "bot:random", "bot:random")["id"]
        for turn in range(6):
            server = (one, two)[turn % 2]
            ann.base_url = server.url
            until(
                lambda: bool(ann.get(f"/api/tables/{table}/choices").json()["your_turn"]),
                "the bots do not answer",
            )
            now = ann.get(f"/api/tables/{table}/choices").json()
            move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
            assert ann.post(f"/api/tables/{table}/moves", json=move).status_code == 200
            until(
                lambda: bool(ann.get(f"/api/tables/{table}/choices").json()["your_turn"]),
                "the bots do not answer",
            )
        assert whole(ann, table) >= 18
