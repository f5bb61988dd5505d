"""What faults cost: python bench/faults.py [--times 10] [--only kill,lock,...]

Bots play at some tables and a person at others while servers are killed, the database is locked,
full or away, workers die or hang, and somebody floods the door. After each fault is over it is
measured how long the slowest table of bots stands still. At the end every move that was
acknowledged must be in its match, and every match must be one game without a gap.

Servers, SQLite files and a PostgreSQL of its own are started on the loopback in temporary folders;
without PostgreSQL its rows are left out.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import socket
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.conftest import Server, free_port, guest, new_table, running  # noqa: E402
from tests.web.postgres import Postgres, binaries, running_postgres  # noqa: E402
from tests.web.watching import all_move, children, whole  # noqa: E402

from roundhouse.play.record import Record  # noqa: E402

SECONDS = 3.0  # how long a fault that is not over at once lasts
TABLES = 4  # of bots, and as many of a person


@dataclass
class House:
    """One or two servers on one database, with what a fault may be done to."""

    servers: list[Server]
    postgres: Postgres | None = None
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def one(self) -> Server:
        return self.servers[0]

    def pid(self) -> int:
        assert self.one.process is not None
        return self.one.process.pid


class Person(threading.Thread):
    """Plays at tables of its own without a pause, and remembers what was acknowledged."""

    def __init__(self, house: House, client: httpx.Client, tables: list[str]) -> None:
        super().__init__(daemon=True)
        self._house, self._client, self._tables = house, client, tables
        self.made: dict[str, dict[int, str]] = {table: {} for table in tables}
        self._leave = threading.Event()

    def run(self) -> None:
        rng = random.Random(1)
        while not self._leave.is_set():
            table = rng.choice(self._tables)
            server = rng.choice(self._house.servers)
            self._client.base_url = httpx.URL(server.url)
            try:
                self._move(table, rng)
            except (httpx.TransportError, KeyError, ValueError):
                time.sleep(0.1)  # the server is away, or says so

    def _move(self, table: str, rng: random.Random) -> None:
        now = self._client.get(f"/api/tables/{table}").json()
        if now["phase"] == "over":
            return
        seat = {"seat": now["turn"]}
        given = self._client.get(f"/api/tables/{table}/choices", params=seat).json()
        move = rng.choice(given["choices"])["move"]
        body = {"ply": given["ply"], "move": move}
        answer = self._client.post(f"/api/tables/{table}/moves", json=body)
        if answer.status_code == 200:
            self.made[table][given["ply"]] = f"{now['turn']} {move}"

    def leave(self) -> None:
        self._leave.set()
        self.join()


def kill(house: House) -> None:
    house.one.kill()
    house.one.start()


def lock(house: House) -> None:
    with closing(sqlite3.connect(house.one.data / "roundhouse.sqlite", timeout=30)) as db:
        db.isolation_level = None
        db.execute("BEGIN IMMEDIATE")
        time.sleep(SECONDS)
        db.execute("ROLLBACK")


def full(house: House) -> None:
    """No file of the server can grow beyond a kilobyte."""
    _, hard = resource.prlimit(house.pid(), resource.RLIMIT_FSIZE)
    resource.prlimit(house.pid(), resource.RLIMIT_FSIZE, (1024, hard))
    time.sleep(SECONDS)
    resource.prlimit(house.pid(), resource.RLIMIT_FSIZE, (hard, hard))


def worker_killed(house: House) -> None:
    for pid in children(house.one):
        os.kill(pid, signal.SIGKILL)


def worker_hung(house: House) -> None:
    """Nobody wakes it up again: the server has to notice."""
    for pid in children(house.one):
        os.kill(pid, signal.SIGSTOP)


def flood(house: House) -> None:
    """Six hundred event streams from one address, and as many connections that say nothing."""
    wires: list[socket.socket] = []
    try:
        for n in range(1200):
            wire = socket.create_connection(("127.0.0.1", house.one.port), timeout=2)
            wires.append(wire)
            if n % 2:
                wire.sendall(b"GET /t/nowhere/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    except OSError:
        pass  # refused: that is what should happen
    time.sleep(SECONDS)
    for wire in wires:
        wire.close()


def away(house: House) -> None:
    assert house.postgres
    house.postgres.stop(house.rng.choice(("immediate", "fast")))
    time.sleep(SECONDS * house.rng.random())
    house.postgres.start()


def one_of_two_killed(house: House) -> None:
    """The other goes on with its tables; then it comes back."""
    house.one.kill()
    time.sleep(SECONDS)
    house.one.start()


def one_of_two_hung(house: House) -> None:
    """It wakes up when its tables are another's."""
    os.kill(house.pid(), signal.SIGSTOP)
    time.sleep(4 * SECONDS)
    os.kill(house.pid(), signal.SIGCONT)


@dataclass(frozen=True)
class Fault:
    name: str
    what: str
    do: Callable[[House], None]
    postgres: bool = False
    bots: str = "bot:random"


FAULTS = (
    Fault("kill", "server killed (SIGKILL) and started again", kill),
    Fault("lock", f"database locked for {SECONDS:g} s", lock),
    Fault("full", f"disk full for {SECONDS:g} s", full),
    Fault("worker-killed", "every worker killed", worker_killed, bots="bot:easy"),
    Fault("worker-hung", "every worker stopped (SIGSTOP)", worker_hung, bots="bot:easy"),
    Fault("flood", "1,200 connections from one address", flood),
    Fault("away", f"PostgreSQL stopped for 0 to {SECONDS:g} s", away, postgres=True),
    Fault("two-killed", "one of two servers killed", one_of_two_killed, postgres=True),
    Fault("two-hung", "one of two servers stopped for 12 s", one_of_two_hung, postgres=True),
)


@contextmanager
def house(fault: Fault, folder: Path) -> Iterator[House]:
    with ExitStack() as stack:
        if not fault.postgres:
            settings = {"limits": fault.do is flood}
            made = running(folder / "one", pause=0.2, settings=settings)
            yield House([stack.enter_context(made)])
            return
        programs = binaries()
        assert programs
        postgres = stack.enter_context(running_postgres(programs, free_port()))
        servers = [
            stack.enter_context(running(folder / name, database=postgres.url, pause=0.2))
            for name in ("one", "two")
        ]
        yield House(servers, postgres)


def measure(fault: Fault, times: int) -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "one").mkdir()
        (Path(folder) / "two").mkdir()
        with (
            house(fault, Path(folder)) as home,
            guest(home.servers[-1]) as watcher,
            guest(home.servers[-1], "Bob") as bob,
        ):
            seats = [fault.bots] * 4
            bots = [new_table(watcher, *seats, game="rails")["id"] for _ in range(TABLES)]
            mine = [new_table(bob, *["me"] * 4, game="rails")["id"] for _ in range(TABLES)]
            all_move(watcher, bots)
            person = Person(home, bob, mine)
            person.start()
            stood: list[float] = []
            for n in range(times):
                print(f"\r{fault.name} {n + 1}/{times} ", end="", file=sys.stderr, flush=True)
                time.sleep(home.rng.random())
                fault.do(home)
                stood.append(all_move(watcher, bots))
            print("\r", end="", file=sys.stderr)
            person.leave()
            lost = sum(_lost(watcher, table, made) for table, made in person.made.items())
            damaged = sum(not _sound(watcher, table) for table in bots + mine)
            acknowledged = sum(map(len, person.made.values()))
            return (
                f"| {fault.what} | {'PostgreSQL' if fault.postgres else 'SQLite'} | {times} | "
                f"{acknowledged:,} | {lost} | {damaged} of {len(bots) + len(mine)} | "
                f"{max(stood):.1f} | {_peak(home)} |"
            )


def _lost(client: httpx.Client, table: str, made: dict[int, str]) -> int:
    """Acknowledged moves that are not where they were made. (Deals are entries as well.)"""
    moves = Record.loads(client.get(f"/api/tables/{table}/record").text).moves
    return sum(ply >= len(moves) or str(moves[ply]) != said for ply, said in made.items())


def _sound(client: httpx.Client, table: str) -> bool:
    try:
        return whole(client, table) >= 0
    except AssertionError:
        return False


def _peak(home: House) -> int:
    status = Path(f"/proc/{home.pid()}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=10, help="how often each fault is done")
    parser.add_argument("--only", default="", help=f"some of: {','.join(f.name for f in FAULTS)}")
    chosen = parser.parse_args()
    only = {name for name in chosen.only.split(",") if name}
    unknown = only - {fault.name for fault in FAULTS}
    if unknown:
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    print(
        "| fault | database | times | moves acknowledged | lost | damaged matches "
        "| longest stand after it, s | memory at most, MB |\n|---|---|---|---|---|---|---|---|"
    )
    for fault in FAULTS:
        if (not only or fault.name in only) and (binaries() or not fault.postgres):
            print(measure(fault, chosen.times), flush=True)


if __name__ == "__main__":
    main()
