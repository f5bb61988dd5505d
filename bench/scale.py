"""What one core serves, and whether the queueing model of docs/scale.md says so.

    python bench/scale.py [--requests 150] [--clients 12 24] [--seconds 12]

1. Processor time of one request of each kind, of the server, of the database and of the client,
   from the system's own count. SQLite, and PostgreSQL if it is installed.
2. What an open event stream costs: memory, and processor time when a move is told to all.
3. So many clients who think, move and think again, against one, two and four servers on one
   PostgreSQL; beside it the model (`queueing.py`) with the figures of 1. Nothing else may run on
   the machine meanwhile.

What a bot's move takes is `bot_seconds.py`'s to say.
"""

from __future__ import annotations

import argparse
import http.client
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from house import TICKS, House, Visitor, busy, free_port, houses
from queueing import Work, simulate

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.postgres import Postgres, binaries, running_postgres

CORES = 2
THINK = 0.25  # seconds between two moves of a client
GAME = "northern"


class Player:
    """Somebody at a table of their own, with all its seats."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.line = Visitor(port).introduce()
        self.lay()

    def lay(self) -> None:
        body = {"game": GAME, "seats": ["me", "me", "me"]}
        self.table = str(self.line.json("POST", "/api/tables", body)["id"])

    def next_move(self) -> dict[str, object]:
        """What to send; a table that is over is followed by another."""
        found = self.line.json("GET", f"/api/tables/{self.table}/choices")
        if not found["choices"]:
            self.lay()
            found = self.line.json("GET", f"/api/tables/{self.table}/choices")
        return {"ply": found["ply"], "move": found["choices"][0]["move"]}

    def move(self) -> None:
        self.line.json("POST", f"/api/tables/{self.table}/moves", self.next_move())


def database_cpu(postgres: Postgres | None) -> float:
    """Seconds that all processes of the database have used."""
    if postgres is None:
        return 0.0
    head = int((postgres._folder / "db" / "postmaster.pid").read_text().split()[0])
    total = 0
    for found in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = found.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == head or found.parent.name == str(head):
            total += sum(int(fields[n]) for n in (11, 12, 13, 14))
    return float(total / TICKS)


def costs(house: House, postgres: Postgres | None, times: int) -> dict[str, Work]:
    """What one request of each kind takes."""
    player = Player(house.port)
    page = {"accept": "text/html"}
    watcher = Visitor(house.port)
    watcher.headers = page

    def look(path: str) -> None:
        watcher.ask("GET", path)

    kinds: dict[str, Callable[[], object]] = {
        "choices (API)": lambda: player.line.json("GET", f"/api/tables/{player.table}/choices"),
        "choices and move (API)": player.move,
        "table page, watching": lambda: look(f"/t/{player.table}"),
        "home page": lambda: look("/"),
        "leaderboard": lambda: look("/leaderboard"),
    }
    found = {}
    for kind, ask in kinds.items():
        for _ in range(5):
            ask()
        before = time.process_time(), house.cpu(), database_cpu(postgres)
        for _ in range(times):
            ask()
        after = time.process_time(), house.cpu(), database_cpu(postgres)
        found[kind] = Work(*((b - a) / times for a, b in zip(before, after, strict=True)))
    return found


def streams(house: House, count: int) -> tuple[float, float]:
    """(KB a stream, milliseconds of processor time to tell one of a move)."""
    player = Player(house.port)
    before = house.memory()
    lines = [http.client.HTTPConnection("127.0.0.1", house.port, timeout=60) for _ in range(count)]
    answers = []
    for line in lines:
        line.request("GET", f"/t/{player.table}/events")
        answers.append(line.getresponse())
        answers[-1].fp.readline()
    time.sleep(1)
    each = (house.memory() - before) * 1024 / count
    bare = _moves_cost(Player(house.port), house, 20)
    told = _moves_cost(player, house, 20)
    for line in lines:
        line.close()
    return each, max(0.0, told - bare) / count * 1000


def _moves_cost(player: Player, house: House, times: int) -> float:
    before = house.cpu()
    for _ in range(times):
        player.move()
    time.sleep(0.5)
    return float((house.cpu() - before) / times)


def play(made: list[House], clients: int, seconds: float) -> tuple[float, float, float]:
    """(moves/s, median, 95 %) of real clients, each with its own table, spread over the servers."""
    players = [Player(made[n % len(made)].port) for n in range(clients)]
    taken: list[float] = []
    end = time.monotonic() + seconds

    def run(player: Player, rng: random.Random) -> None:
        while time.monotonic() < end:
            time.sleep(rng.expovariate(1 / THINK))
            began = time.monotonic()
            player.move()
            taken.append(time.monotonic() - began)

    threads = [
        threading.Thread(target=run, args=(player, random.Random(n)))
        for n, player in enumerate(players)
    ]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.monotonic() - began
    taken.sort()
    return len(taken) / spent, statistics.median(taken), taken[int(len(taken) * 0.95)]


@contextmanager
def database() -> Iterator[Postgres | None]:
    programs = binaries()
    if programs is None:
        yield None
        return
    with running_postgres(programs, free_port(), "-c fsync=on") as made:
        yield made


def main() -> None:
    parser = argparse.ArgumentParser(description="what one core serves")
    parser.add_argument("--requests", type=int, default=150)
    parser.add_argument("--clients", type=int, nargs="*", default=[12, 24])
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--streams", type=int, default=200)
    args = parser.parse_args()
    print(busy())
    with tempfile.TemporaryDirectory() as name, database() as postgres:
        folder = Path(name)
        with houses(1, folder / "sqlite") as (house,):
            report("SQLite", costs(house, None, args.requests))
            each, told = streams(house, args.streams)
            print(f"an event stream: {each:.0f} KB, {told:.2f} ms to tell it of a move")
        if postgres is None:
            return
        with houses(1, folder / "one", postgres.url) as (house,):
            found = costs(house, postgres, args.requests)
            report("PostgreSQL", found)
        for servers in (1, 2, 4):
            with houses(servers, folder / f"of{servers}", postgres.url) as made:
                for clients in args.clients:
                    compare(made, clients, args.seconds, found["choices and move (API)"])
    print(busy())


def compare(made: list[House], clients: int, seconds: float, work: Work) -> None:
    seen = play(made, clients, seconds)
    model = simulate(clients, THINK, work, len(made), CORES)
    print(f"{len(made)} servers, {clients} clients: {_told(seen)}; the model: {_told(model)}")


def report(kind: str, found: dict[str, Work]) -> None:
    for what, work in found.items():
        server, database_, client = (1000 * t for t in (work.server, work.database, work.client))
        print(
            f"{kind:10} {what:24} server {server:5.2f} ms, database {database_:4.2f} ms, "
            f"client {client:4.2f} ms"
        )


def _told(figures: tuple[float, float, float]) -> str:
    rate, median, late = figures
    return f"{rate:.1f} moves/s, median {median * 1000:.0f} ms, 95 % {late * 1000:.0f} ms"


if __name__ == "__main__":
    main()
