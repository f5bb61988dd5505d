"""Measure how many requests one core serves, and compare with a queueing model.

`bots.py seconds` measures the moves of bots, `web.py database` a database with many tables. Nothing
else may run on the machine.
"""

from __future__ import annotations

import csv
import heapq
import http.client
import json
import os
import random
import signal
import threading
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from harness import (
    Client,
    Program,
    Row,
    ServerProcess,
    argument,
    describe_times,
    free_port,
    progress,
    read_cpu,
    running_servers,
)
from tests.web.postgres import Postgres, find_postgres_programs, running_postgres

CORES = 2
THINK = 0.25  # seconds between two moves of a client
SIMULATED = 200.0  # seconds
GAME = "northern"
REQUESTS = argument("--requests", type=int, default=150, help="of each kind")

program = Program(__doc__)


@dataclass(frozen=True)
class Work:
    """The seconds of processor time of one request."""

    client: float
    server: float
    database: float


class TablePlayer:
    """A client that plays all seats of its own table."""

    def __init__(self, server: ServerProcess) -> None:
        self.client = Client(server.port).sign_in()
        self.table = self.client.new_table(GAME, ["me"] * 3)

    def move(self) -> None:
        """Make the first choice, at a new table if the game is over."""
        result = self.client.json("GET", f"/api/tables/{self.table}/choices")
        if not result["choices"]:
            self.table = self.client.new_table(GAME, ["me"] * 3)
            result = self.client.json("GET", f"/api/tables/{self.table}/choices")
        body = {"ply": result["ply"], "move": result["choices"][0]["move"]}
        self.client.json("POST", f"/api/tables/{self.table}/moves", body)


@contextmanager
def databases() -> Iterator[list[tuple[str, Postgres | None]]]:
    """Yield SQLite, and PostgreSQL if it is installed."""
    programs = find_postgres_programs()
    if programs is None:
        yield [("SQLite", None)]
        return
    with running_postgres(programs, free_port(), "-c fsync=on") as postgres:
        yield [("SQLite", None), ("PostgreSQL", postgres)]


def database_cpu(postgres: Postgres | None) -> float:
    """Return the processor time of all processes of the database in seconds."""
    if postgres is None:
        return 0.0
    head = int((postgres._folder / "db" / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent, seconds = read_cpu(stat)
            total += seconds if head in (parent, int(stat.parent.name)) else 0.0
    return total


def measure_work(
    server: ServerProcess, postgres: Postgres | None, times: int, request: Callable[[], object]
) -> Work:
    """Measure the mean work of a request."""
    for _ in range(5):
        request()
    before = time.process_time(), server.cpu(), database_cpu(postgres)
    for _ in range(times):
        request()
    after = time.process_time(), server.cpu(), database_cpu(postgres)
    return Work(*((b - a) / times for a, b in zip(before, after, strict=True)))


@program.command(REQUESTS)
def requests(args: Namespace) -> Iterator[Row]:
    """Measure processor time by kind of request, in server, database and client."""
    with databases() as pairs:
        for database, postgres in pairs:
            url = postgres.url if postgres else ""
            with running_servers(database=url) as (server,):
                player, visitor = TablePlayer(server), Client(server.port)
                choices = f"/api/tables/{player.table}/choices"
                kinds: dict[str, Callable[[], object]] = {
                    "choices (API)": partial(player.client.json, "GET", choices),
                    "choices and move (API)": player.move,
                    "table page, watching": partial(visitor.page, f"/t/{player.table}"),
                    "home page": partial(visitor.page, "/"),
                    "leaderboard": partial(visitor.page, "/leaderboard"),
                }
                for kind, request in kinds.items():
                    work = measure_work(server, postgres, args.requests, request)
                    milliseconds = {f"{who} ms": 1000 * t for who, t in vars(work).items()}
                    yield {"database": database, "request": kind, **milliseconds}


@program.command(argument("--count", type=int, default=200))
def streams(args: Namespace) -> Iterator[Row]:
    """Measure the memory of an open event stream, and the time to send it a move."""
    with running_servers() as (server,):
        player, before = TablePlayer(server), server.memory()
        connections = []
        for _ in range(args.count):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", f"/t/{player.table}/events")
            answer = connection.getresponse()
            answer.fp.readline()
            connections.append((connection, answer))
        time.sleep(1)
        memory = (server.memory() - before) * 1024 / args.count
        alone, watched = (measure_moves(server, p) for p in (TablePlayer(server), player))
        for connection, _ in connections:
            connection.close()
        sending = max(0.0, watched - alone) / args.count * 1000
        yield {"streams": args.count, "KB each": memory, "ms to send a move": sending}


def measure_moves(server: ServerProcess, player: TablePlayer, times: int = 20) -> float:
    """Return the seconds of processor time of a move, with the work that follows it."""
    before = server.cpu()
    for _ in range(times):
        player.move()
    time.sleep(0.5)
    return (server.cpu() - before) / times


@program.command(
    REQUESTS,
    argument("--clients", type=int, nargs="+", default=[12, 24]),
    argument("--servers", type=int, nargs="+", default=[1, 2, 4]),
    argument("--seconds", type=float, default=12),
)
def clients(args: Namespace) -> Iterator[Row]:
    """Let clients think and move against servers on one PostgreSQL, beside the model."""
    with databases() as pairs:
        postgres = pairs[-1][1]
        if postgres is None:
            raise SystemExit("this needs PostgreSQL")
        with running_servers(database=postgres.url) as (server,):
            work = measure_work(server, postgres, args.requests, TablePlayer(server).move)
        for count in args.servers:
            with running_servers(count, database=postgres.url) as servers:
                for number in args.clients:
                    for what, (rate, times) in {
                        "measured": play_for(servers, number, args.seconds),
                        "model": Model(count, work).simulate(number),
                    }.items():
                        row = {"servers": count, "clients": number, "source": what, "moves/s": rate}
                        yield row | describe_times(times)


def play_for(
    servers: list[ServerProcess], clients: int, seconds: float
) -> tuple[float, list[float]]:
    """Let clients play on servers; return moves per second and their milliseconds."""
    players = [TablePlayer(servers[n % len(servers)]) for n in range(clients)]
    times: list[float] = []
    end = time.monotonic() + seconds

    def run(player: TablePlayer, rng: random.Random) -> None:
        while time.monotonic() < end:
            time.sleep(rng.expovariate(1 / THINK))
            began = time.monotonic()
            player.move()
            times.append((time.monotonic() - began) * 1000)

    threads = [
        threading.Thread(target=run, args=(player, random.Random(n)))
        for n, player in enumerate(players)
    ]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(times) / (time.monotonic() - began), times


@dataclass
class QueuedRequest:
    """The request of a client: the remaining stations and the work at each."""

    began: float
    stations: list[int]
    left: list[float]


@dataclass
class Model:
    """A queueing model of servers, a database and clients, as an event simulation.

    A request passes the stations client, server and database. All clients share one core, because
    they are one Python process. A server process uses at most one core, because of Python's lock.
    The database can use all cores. Jobs at a station share it evenly. If the stations need more
    cores than there are, each gets proportionally less. After each request a client thinks.
    """

    servers: int
    work: Work
    rng: random.Random = field(default_factory=lambda: random.Random(2))
    _jobs: dict[int, QueuedRequest] = field(default_factory=dict)

    def simulate(self, clients: int) -> tuple[float, list[float]]:
        """Return moves per second and the milliseconds of each."""
        now, times = 0.0, []
        thinking = [(self.rng.expovariate(1 / THINK), n) for n in range(clients)]
        heapq.heapify(thinking)
        while now < SIMULATED:
            rates = self._rates()
            to_end, client = min(
                ((max(0.0, self._jobs[c].left[0]) / rate, c) for c, rate in rates.items()),
                default=(float("inf"), -1),
            )
            to_start = thinking[0][0] - now if thinking else float("inf")
            step = min(to_end, to_start)
            now += step
            for c, rate in rates.items():
                self._jobs[c].left[0] -= step * rate
            if to_start < to_end:
                self._begin(heapq.heappop(thinking)[1], now)
            elif job := self._leave_station(client):
                times.append((now - job.began) * 1000)
                heapq.heappush(thinking, (now + self.rng.expovariate(1 / THINK), client))
        return len(times) / now, times

    def _begin(self, client: int, now: float) -> None:
        """Start a request; each client always uses the same server."""
        shape = 4  # the standard deviation of the work is half its mean
        means = (self.work.client, self.work.server, self.work.database)
        left = [mean * self.rng.gammavariate(shape, 1 / shape) for mean in means]
        self._jobs[client] = QueuedRequest(now, [-1, client % self.servers, -2], left)

    def _rates(self) -> dict[int, float]:
        """Return the share of a core of each client's job."""
        at: dict[int, list[int]] = {}
        for client, job in self._jobs.items():
            at.setdefault(job.stations[0], []).append(client)
        needs = {s: min(len(jobs), CORES if s == -2 else 1) for s, jobs in at.items()}
        share = min(1.0, CORES / max(1, sum(needs.values())))
        return {c: needs[s] * share / len(jobs) for s, jobs in at.items() for c in jobs}

    def _leave_station(self, client: int) -> QueuedRequest | None:
        """Move a job to its next station; return it if it has passed the last."""
        job = self._jobs[client]
        job.left.pop(0)
        job.stations.pop(0)
        return None if job.left else self._jobs.pop(client)


# A soak: mixed traffic for hours.

SOAK_GAMES = ("northern", "texas", "union", "southern", "rails")
SOAK_TABLES = 20  # that the clients play at, besides those of bots
SOAK_STREAMS = 24  # open pages
SAMPLE = 60.0  # seconds
REPORTED_TYPES = 12  # types of objects in a sample


class Visitor(threading.Thread):
    """A client that plays, watches, reads and uploads, at a bounded rate."""

    def __init__(self, server: ServerProcess, rate: float, seed: int) -> None:
        super().__init__(daemon=True)
        self._server, self._rate, self._rng = server, rate, random.Random(seed)
        self.stop, self.counts = threading.Event(), Counter[str]()
        self._client = Client(server.port)
        self._tables: list[str] = []  # that it plays at
        self._seen: list[str] = []  # all that it has created
        self._records: list[str] = []
        self._streams: list[tuple[http.client.HTTPConnection, http.client.HTTPResponse]] = []

    def run(self) -> None:
        self._sign_in()
        acts = {
            self._move: 50,
            self._look: 20,
            self._read_replay: 10,
            self._look_around: 10,
            self._watch: 4,
            self._say: 2,
            self._play_bots: 2,
            self._sign_in: 1,
            self._upload: 1,
        }
        while not self.stop.wait(self._rng.expovariate(self._rate)):
            (act,) = self._rng.choices(list(acts), list(acts.values()))
            try:
                act()
                self.counts[act.__name__] += 1
            except (SystemExit, AssertionError, OSError, http.client.HTTPException) as error:
                self.counts["failed"] += 1
                progress(f"{act.__name__}: {error}")

    def _sign_in(self) -> None:
        """Continue as a new guest, at new tables."""
        client = Client(self._server.port).sign_in()
        self._client, self._tables = client, []

    def _new_table(self, seat: str) -> str:
        table = self._client.new_table(self._rng.choice(SOAK_GAMES), [seat] * 3)
        self._seen = [*self._seen[-200:], table]
        return table

    def _move(self) -> None:
        if len(self._tables) < SOAK_TABLES // 4:
            self._tables.append(self._new_table("me"))
        table = self._rng.choice(self._tables)
        turn = self._client.json("GET", f"/api/tables/{table}")["turn"]
        if turn < 0:
            self._tables.remove(table)
            return
        now = self._client.json("GET", f"/api/tables/{table}/choices?seat={turn}")
        body = {"ply": now["ply"], "move": self._rng.choice(now["choices"])["move"]}
        self._client.json("POST", f"/api/tables/{table}/moves", body)

    def _play_bots(self) -> None:
        self._new_table(self._rng.choice(["bot:random", "bot:random", "bot:beginner"]))

    def _any(self) -> str:
        return self._rng.choice(self._seen or [self._new_table("me")])

    def _look(self) -> None:
        self._client.page(f"/t/{self._any()}")

    def _read_replay(self) -> None:
        what = f"/r/{self._rng.choice(self._records)}" if self._records else ""
        place = what if what and self._rng.random() < 0.2 else f"/t/{self._any()}/replay"
        self._client.page(f"{place}?ply={self._rng.randrange(60)}")

    def _look_around(self) -> None:
        self._client.page(self._rng.choice(["/", "/leaderboard", "/tournaments"]))

    def _watch(self) -> None:
        """Open an event stream in place of the oldest."""
        while len(self._streams) >= SOAK_STREAMS // 4:
            self._streams.pop(0)[0].close()
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=60)
        connection.request("GET", f"/t/{self._any()}/events", headers=self._client.headers)
        answer = connection.getresponse()
        answer.fp.readline()
        self._streams.append((connection, answer))

    def _say(self) -> None:
        if self._tables:
            table = self._rng.choice(self._tables)
            self._client.json("POST", f"/api/tables/{table}/say", {"words": "hello"})

    def _upload(self) -> None:
        text = self._client.request("GET", f"/api/tables/{self._any()}/record").body.decode()
        record = self._client.json("POST", "/api/records", {"text": text})
        self._records = [*self._records[-40:], record["id"]]


@program.command(
    argument("--minutes", type=float, default=120),
    argument("--rate", type=float, default=4, help="acts of all clients per second"),
    argument("--csv", type=Path, help="file for the samples"),
)
def soak(args: Namespace) -> Iterator[Row]:
    """Serve mixed traffic for hours, and sample the memory of the server each minute.

    A flat last hour is the result to look for. Sampling counts the objects in the server, which
    stops it for a moment.
    """
    with running_servers(bot_pause=0.5) as (server,):
        visitors = [Visitor(server, args.rate / 4, n) for n in range(4)]
        for visitor in visitors:
            visitor.start()
        began, before = time.monotonic(), server.cpu()
        for minute in range(1, int(args.minutes) + 1):
            time.sleep(max(0.0, began + minute * SAMPLE - time.monotonic()))
            used, before = server.cpu() - before, server.cpu()
            row = sample(server, minute, used, sum((v.counts for v in visitors), Counter()))
            if args.csv:
                with args.csv.open("a", newline="") as file:
                    csv.writer(file).writerow(row.values() if minute > 1 else [*row, *row.values()])
            yield row
        for visitor in visitors:
            visitor.stop.set()
        for visitor in visitors:
            visitor.join(60)


def sample(server: ServerProcess, minute: int, used: float, counts: Counter[str]) -> Row:
    """Return the memory of the server and its most frequent objects."""
    file = server.data / "objects.json"
    file.unlink(missing_ok=True)
    os.kill(server.pid, signal.SIGUSR1)  # see `harness.py`
    while not file.exists():
        time.sleep(0.1)
    objects = json.loads(file.read_text())
    types = Counter(objects.pop("types")).most_common(REPORTED_TYPES)
    return {
        "minute": minute,
        "memory MB": server.memory(),
        "processor %": 100 * used / SAMPLE,
        "acts": counts.total(),
        "failed": counts["failed"],
        **objects,
        "objects": " ".join(f"{name}:{count}" for name, count in types),
    }


if __name__ == "__main__":
    program.main()
