"""Two server processes on one PostgreSQL: a move made in one is seen in the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import free_port, new_table, running

pytestmark = pytest.mark.slow


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    given = shutil.which("initdb")
    return found[-1].parent if found else Path(given).parent if given else None


@pytest.fixture
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("psycopg")
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed")
    user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
    data = Path("/tmp") / f"roundhouse-postgres-{os.getpid()}"
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user, user)
    port = free_port()

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [binaries / program, *arguments],
            user=user,
            check=True,
            cwd=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    try:
        run("initdb", "-D", str(data / "db"), "-U", "roundhouse", "--auth=trust", "--no-sync")
        options = f"-p {port} -k {data} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-D", str(data / "db"), "-o", options, "-l", str(data / "log"), "-w", "start")
        try:
            yield f"postgresql://roundhouse@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", str(data / "db"), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(data)


def test_servers_that_share_a_database_see_each_others_moves(postgres: str, tmp_path: Path) -> None:
    with (
        running(tmp_path, database=postgres) as one,
        running(tmp_path, database=postgres) as two,
        httpx.Client(base_url=one.url) as ann,
        httpx.Client(base_url=two.url) as bob,
    ):
        for client in (ann, bob):
            token = client.post("/api/people", json={}).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
        table = new_table(ann, "me", "open", "open")
        where = f"/api/tables/{table['id']}"
        for seat in (1, 2):
            joined = bob.post(f"{where}/join", json={"invite": table["seats"][seat]["invite"]})
            assert joined.status_code == 200
        with bob.stream("GET", f"{where}/events") as events:
            heard = (line for line in events.iter_lines() if line.startswith("data:"))
            assert next(heard) == "data: ply 0"
            move = ann.get(f"{where}/choices").json()["choices"][0]["move"]
            begun = time.monotonic()
            ann.post(f"{where}/moves", json={"ply": 0, "move": move})
            while next(heard) != "data: ply 1":
                pass
            assert time.monotonic() - begun < 2
        now = bob.get(f"{where}/choices").json()
        assert (now["ply"], now["your_turn"]) == (1, True)
        stale = ann.post(f"{where}/moves", json={"ply": 0, "move": move})
        assert stale.status_code == 409
