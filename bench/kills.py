"""Killed at any moment: is a move that was answered ever lost, made twice, or a table left stuck?

    python bench/kills.py [--kills 20] [--only sqlite-server] [--tables 6]

Servers of its own play on a database in a temporary folder: people (who are clients here, through
the JSON API) against bots, by the clock. Meanwhile SIGKILL
hits a server or one of the workers that think for bots, or PostgreSQL is stopped as by a crash, at
random moments. A move counts as acknowledged when its answer has come. Afterwards the database is
read: every acknowledged move must be there, at its ply, once; every match must be that of one game;
and every table must go on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from nursery import Nursery, kill

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.postgres import Postgres, binaries, running_postgres

from roundhouse.play.match import MOVE
from roundhouse.web.games import GameLibrary
from roundhouse.web.reading import Reader
from roundhouse.web.settings import Settings
from roundhouse.web.store.boards import Boards
from roundhouse.web.store.store import Store
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.snapshots import Snapshots
from roundhouse.web.tables.tables import Tables

KINDS = (
    "sqlite-server",
    "sqlite-worker",
    "postgres-server",
    "postgres-worker",
    "postgres-database",
)
PATIENCE = 30.0  # seconds that are waited for moves before the next is killed
STUCK = 60.0  # seconds in which a table has to go on when nobody is killed any more


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Door:
    """Where clients ask."""

    def __init__(self, port: int) -> None:
        self.port = port


class Server(Door):
    """One server process, on the same port each time it is started."""

    def __init__(self, nursery: Nursery, data: Path, database: str) -> None:
        super().__init__(free_port())
        self._nursery = nursery
        self._settings = {"data": str(data), "database": database, "bot_pause": 0.02}
        self._settings |= {"port": self.port, "workers": 1, "limits": False}
        self.process = 0

    def start(self) -> None:
        self.process = self._nursery.start(**self._settings)

    def answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=3).status_code == 200
        return False

    def kill(self) -> None:
        kill(self.process)

    def kill_worker(self, rng: random.Random) -> bool:
        """One of its children, if it has any just now."""
        task = Path(f"/proc/{self.process}/task")
        children = [
            int(pid)
            for thread in task.glob("*/children")
            for pid in thread.read_text().split()
            if _thinks(int(pid))
        ]
        if not children:
            return False
        with suppress(ProcessLookupError):
            os.kill(rng.choice(children), signal.SIGKILL)
        return True


def _thinks(pid: int) -> bool:
    """Whether this child is a worker, and not the process that keeps account of semaphores."""
    with suppress(OSError):
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


@dataclass
class Notes:
    """What the clients were told."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)  # (table, ply): words
    sent: set[tuple[str, int, str]] = field(default_factory=set)  # answered or not
    tables: list[tuple[str, dict[str, str]]] = field(default_factory=list)  # with its owner
    waits: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Player(threading.Thread):
    """Somebody who plays one table after the other, whichever server answers."""

    def __init__(self, doors: Sequence[Door], notes: Notes, seed: int, thinks: float = 0.0) -> None:
        super().__init__(daemon=True)
        self._doors, self._notes, self._rng = doors, notes, random.Random(seed)
        self._thinks = thinks  # seconds before each move
        self._client = httpx.Client(timeout=8)
        self._headers: dict[str, str] = {}
        self.stop = threading.Event()

    def run(self) -> None:
        token = self._ask("POST", "/api/people", {"name": "Ann"})["token"]
        self._headers = {"authorization": f"Bearer {token}"}
        while not self.stop.is_set():
            game, seats = self._rng.choice([("northern", 3), ("texas", 3)])
            chairs = ["me", *["bot:random"] * (seats - 1)]
            body = {"game": game, "seats": chairs, "clock": "relaxed", "standin": "random"}
            table = self._ask("POST", "/api/tables", body)["id"]
            with self._notes.lock:
                self._notes.tables.append((table, self._headers))
            self.play(table)

    def play(self, table: str, most: int = 10_000) -> int:
        """Play until the game is over, or for so many moves; how many were made."""
        made = 0
        while not self.stop.is_set() and made < most:
            found = self._ask("GET", f"/api/tables/{table}/choices")
            if found["phase"] == "over":
                break
            if not found["your_turn"]:
                time.sleep(0.03)
                continue
            move = self._rng.choice(found["choices"])["move"]
            time.sleep(self._thinks * self._rng.uniform(0.5, 1.5))
            begun = time.monotonic()
            with self._notes.lock:
                self._notes.sent.add((table, found["ply"], move))
            done = self._try(
                "POST", f"/api/tables/{table}/moves", {"ply": found["ply"], "move": move}
            )
            if done is not None and done.status_code == 200:
                with self._notes.lock:
                    self._notes.acknowledged[table, found["ply"]] = move
                    self._notes.waits.append(time.monotonic() - begun)
                made += 1
        return made

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        """Until somebody answers."""
        while True:
            answer = self._try(method, path, body)
            if answer is not None and answer.is_success:
                return answer.json()
            if self.stop.is_set():
                raise SystemExit
            time.sleep(0.1)

    def _try(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        port = self._rng.choice(self._doors).port
        with suppress(httpx.HTTPError):
            where = f"http://127.0.0.1:{port}{path}"
            return self._client.request(method, where, json=body, headers=self._headers)
        return None


def kill_for_a_while(
    what: str,
    servers: list[Server],
    postgres: Postgres | None,
    kills: int,
    notes: Notes,
    rng: random.Random,
) -> int:
    """Kill so often, each time after some more moves were acknowledged: there must be something to
    lose."""
    done = 0
    while done < kills:
        _wait_for_moves(notes, rng.randint(1, 6))
        time.sleep(rng.uniform(0, 0.3))
        server = rng.choice(servers)
        if what == "server":
            server.kill()
            server.start()
            done += 1
        elif what == "worker":
            done += server.kill_worker(rng)
        else:
            assert postgres is not None
            postgres.stop()
            time.sleep(rng.uniform(0, 0.5))
            postgres.start()
            done += 1
    return done


def _wait_for_moves(notes: Notes, more: int) -> None:
    wanted, end = len(notes.acknowledged) + more, time.monotonic() + PATIENCE
    while len(notes.acknowledged) < wanted and time.monotonic() < end:
        time.sleep(0.01)


def judge(url: str, notes: Notes) -> Counter[str]:
    """What the database says about what the clients were told."""
    found: Counter[str] = Counter()
    store = Store(url)
    games = GameLibrary(Boards(store.engine), Reader())
    tables = Tables(store, games, Leases(store), Snapshots(store), kept=1, kept_bytes=0)
    kept: dict[tuple[str, int], list[str]] = {}
    for table in store.all_tables():
        found["tables"] += 1
        found["damaged"] += bool(tables.read(table).damage)
        found["damaged"] += bool(tables.load(table).damage)
        for entry in store.entries(table):
            found["entries"] += 1
            if entry.seat == 0 and entry.kind == MOVE:  # the person's: made as often as sent
                found["twice"] += (table, entry.ply, entry.words) not in notes.sent
            kept.setdefault((table, entry.ply), []).append(entry.words)
    found["twice"] += sum(len(words) > 1 for words in kept.values())
    for place, words in notes.acknowledged.items():
        found["acknowledged"] += 1
        found["lost"] += kept.get(place) != [words]
    store.close()
    return found


def stuck(doors: Sequence[Door], notes: Notes) -> int:
    """Tables that do not go on: it is never the person's turn, or their move is not taken."""
    count = 0
    for table, headers in notes.tables:
        player = Player(doors, notes, 1)
        player._headers = headers
        timer = threading.Timer(STUCK, player.stop.set)
        timer.start()
        with suppress(SystemExit):
            player.play(table, most=2)
        count += player.stop.is_set()
        timer.cancel()
    return count


@contextmanager
def playing(kind: str, folder: Path) -> Iterator[tuple[list[Server], Postgres | None, str]]:
    with ExitStack() as stack:
        postgres, url = None, ""
        if kind.startswith("postgres"):
            programs = binaries()
            assert programs is not None, "PostgreSQL is not installed"
            postgres = stack.enter_context(running_postgres(programs, free_port(), ""))
            url = postgres.url
        nursery = Nursery()
        stack.callback(nursery.close)
        servers = [Server(nursery, folder, url) for _ in range(2 if postgres else 1)]
        for server in servers:
            server.start()
            stack.callback(server.kill)
        while not all(server.answers() for server in servers):
            time.sleep(0.1)
        yield servers, postgres, url


def trial(kind: str, kills: int, tables: int, seed: int) -> dict[str, Any]:
    rng, notes, begun = random.Random(seed), Notes(), time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-kills-"))
    try:
        with playing(kind, folder) as (servers, postgres, url):
            players = [Player(servers, notes, seed * 100 + n) for n in range(tables)]
            for player in players:
                player.start()
            what = kind.partition("-")[2]
            done = kill_for_a_while(what, servers, postgres, kills, notes, rng)
            for player in players:
                player.stop.set()
            for player in players:
                player.join(30)
            while not all(server.answers() for server in servers):
                time.sleep(0.1)
            still = stuck(servers, notes)
            for server in servers:
                server.kill()
            found = judge(Settings(data=folder, database=url).url, notes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"kind": kind, "kills": done, "stuck": still, "s": time.monotonic() - begun, **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--only", choices=KINDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where each row is added, too")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and what was started is ended
    columns = ("kills", "tables", "acknowledged", "lost", "twice", "damaged", "stuck")
    print("| killed |", " | ".join(columns), "| seconds |")
    print("|---" * (len(columns) + 2) + "|")
    for kind in given.only or KINDS:
        row = trial(kind, given.kills, given.tables, given.seed)
        cells = [str(row.get(column, 0)) for column in columns]
        print("|", kind, "|", " | ".join(cells), f"| {row['s']:.0f} |", flush=True)
        if given.json:
            with given.json.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
