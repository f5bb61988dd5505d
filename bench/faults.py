"""Cause faults of servers, workers, disks and databases; check for lost moves.

Clients play against bots through the JSON API. A move counts as acknowledged when its response has
arrived. Afterwards the database is checked: every acknowledged move must be there once, at its ply,
every match must be valid, and every table must continue. Servers, SQLite files, PostgreSQL and
nginx run on the loopback interface, in temporary folders.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import resource
import secrets
import signal
import socket
import sqlite3
import threading
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from harness import Program, Row, ServerProcess, argument, describe_times, progress
from sqlalchemy import insert, select
from tests.web.nginx import find_nginx, running_nginx
from tests.web.postgres import find_postgres_programs
from tests.web.sinks import HookSink, hook_sink
from tests.web.waiting import wait_for_moves

from attacks import (
    SECONDS,
    Cluster,
    analyze_games,
    drip_heads,
    race_tournaments,
    read_nothing,
    read_replays,
    register,
    running_cluster,
    send_ahead,
    send_escaped_cookies,
    send_forms,
    send_hidden_values,
    send_test_webhooks,
    upload_boards,
)
from roundhouse.play.match import MOVE
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import chairs, channels, outbox
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.match_snapshots import MatchSnapshots
from roundhouse.web.tables.storage.lists import TableLists
from roundhouse.web.tables.storage.tables import TableRows
from roundhouse.web.tables.table_storage import OpenTables, TableStorage

TABLES = 4  # tables of bots, and as many of clients, during a fault
MOVE_TIMEOUT = 30.0  # seconds to wait for moves before the next kill
STUCK_TIMEOUT = 60.0  # seconds in which a table must continue after the last fault
NOTIFICATION_TIMEOUT = 75.0  # another server takes over those of a killed one after a minute

program = Program(__doc__)


@dataclass
class ClientLog:
    """The requests and responses of all clients."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)  # (table, ply): words
    sent: set[tuple[str, int, str]] = field(default_factory=set)  # whether acknowledged or not
    tables: dict[str, list[dict[str, str]]] = field(default_factory=dict)  # headers of its users
    waits: list[float] = field(default_factory=list)  # milliseconds until acknowledged
    failures: list[str] = field(default_factory=list)  # status or error of each


class UserThread(threading.Thread):
    """Users who play at one table after the other, through any of the URLs."""

    def __init__(
        self, urls: Sequence[str], log: ClientLog, seed: int, *, users: int = 1, thinks: float = 0.0
    ) -> None:
        super().__init__(daemon=True)
        self._urls, self._log, self._rng = urls, log, random.Random(seed)
        self._thinks = thinks  # mean seconds before each move
        self._user_count = users
        self.users: list[dict[str, str]] = []  # headers of each
        self._client = httpx.Client(timeout=10, verify=False, headers={"host": "rails.example"})
        self.stop = threading.Event()

    def run(self) -> None:
        for _ in range(self._user_count):
            token = self._ask("POST", "/api/people", {}, {"name": "Ann"})["token"]
            self.users.append({"authorization": f"Bearer {token}"})
        while not self.stop.is_set():
            self.play(self._create_table())

    def _create_table(self) -> str:
        others = ["open"] * (self._user_count - 1)
        body = {
            "game": self._rng.choice(["northern", "texas"]),
            "seats": ["me", *others, *["bot:random"] * (2 - len(others))],
            "clock": "relaxed",
            "standin": "random",
        }
        data = self._ask("POST", "/api/tables", self.users[0], body)
        table = str(data["id"])
        for seat, user in enumerate(self.users[1:], 1):
            invite = data["seats"][seat]["invite"]
            self._ask("POST", f"/api/tables/{table}/join", user, {"invite": invite})
        self._log.tables[table] = self.users
        return table

    def play(self, table: str, max_moves: int = 10_000) -> None:
        """Play to the end of the game or for some moves."""
        moves = 0
        for user in itertools.cycle(self.users):
            data = self._ask("GET", f"/api/tables/{table}/choices", user)
            if data["phase"] == "over" or moves >= max_moves or self.stop.is_set():
                break
            if not data["your_turn"]:
                time.sleep(0.03)
                continue
            words, ply = self._rng.choice(data["choices"])["move"], data["ply"]
            time.sleep(self._thinks * self._rng.uniform(0.5, 1.5))
            self._log.sent.add((table, ply, words))
            began = time.monotonic()
            response = self._send(
                "POST", f"/api/tables/{table}/moves", user, {"ply": ply, "move": words}
            )
            if response is not None and response.status_code == 200:
                self._log.acknowledged[table, ply] = words
                self._log.waits.append((time.monotonic() - began) * 1000)
                moves += 1

    def _ask(self, method: str, path: str, user: dict[str, str], body: Any = None) -> Any:
        """Send a request again until a server answers it."""
        while True:
            response = self._send(method, path, user, body)
            if response is not None and response.is_success:
                return response.json()
            if self.stop.is_set():
                raise SystemExit
            time.sleep(0.1)

    def _send(
        self, method: str, path: str, user: dict[str, str], body: Any
    ) -> httpx.Response | None:
        try:
            url = self._rng.choice(self._urls) + path
            response = self._client.request(method, url, json=body, headers=user)
        except httpx.HTTPError as error:
            self._log.failures.append(type(error).__name__)
            return None
        if not response.is_success:
            self._log.failures.append(str(response.status_code))
        return response


@contextmanager
def running_players(urls: Sequence[str], count: int, **settings: Any) -> Iterator[ClientLog]:
    log = ClientLog()
    players = [UserThread(urls, log, n, **settings) for n in range(count)]
    for player in players:
        player.start()
    try:
        yield log
    finally:
        for player in players:
            player.stop.set()
        for player in players:
            player.join(30)


def check(cluster: Cluster, log: ClientLog, urls: Sequence[str], users: int = 1) -> Row:
    """Check that all tables continue, stop servers, and compare database and log."""
    for server in cluster.servers:
        server.wait_until_ready()
    stuck = sum(is_stuck(urls, log, table) for table in log.tables)
    for server in cluster.servers:
        server.kill()
    results: Counter[str] = Counter()
    database = Database(cluster.servers[0].database_url)
    games, saved = GameLibrary(Boards(database), Reader()), TableRows(database)
    leases, snapshots = Leases(database), MatchSnapshots(database)
    tables = TableStorage(saved, games, leases, snapshots, OpenTables(1, 0))
    rows: dict[tuple[str, int], list[str]] = {}
    for table in TableLists(database).all_tables():
        results["tables"] += 1
        results["damaged"] += bool(tables.read(table).damage or tables.load(table).damage)
        for entry in saved.entries(table):
            if table in log.tables and entry.seat in range(users) and entry.kind == MOVE:
                results["twice"] += (table, entry.ply, entry.words) not in log.sent
            rows.setdefault((table, entry.ply), []).append(entry.words)
    results["twice"] += sum(len(words) > 1 for words in rows.values())
    results["lost"] = sum(rows.get(place) != [words] for place, words in log.acknowledged.items())
    database.close()
    what = ("tables", "lost", "twice", "damaged")
    return {"acknowledged": len(log.acknowledged), **{w: results[w] for w in what}, "stuck": stuck}


def is_stuck(urls: Sequence[str], log: ClientLog, table: str) -> bool:
    """Return whether the users get no turn or cannot move."""
    player = UserThread(urls, log, 1)
    player.users = log.tables[table]
    timer = threading.Timer(STUCK_TIMEOUT, player.stop.set)
    timer.start()
    with suppress(SystemExit):
        player.play(table, max_moves=2)
    timer.cancel()
    return player.stop.is_set()


# Faults.


def kill_server(cluster: Cluster) -> None:
    cluster.servers[0].restart()


def lock_database(cluster: Cluster) -> None:
    with closing(sqlite3.connect(cluster.servers[0].data / "roundhouse.sqlite", timeout=30)) as db:
        db.isolation_level = None
        db.execute("BEGIN IMMEDIATE")
        time.sleep(SECONDS)
        db.execute("ROLLBACK")


def fill_disk(cluster: Cluster) -> None:
    """Limit the size of the server's files to a kilobyte for some seconds."""
    pid = cluster.servers[0].pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1024, hard))
    time.sleep(SECONDS)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def kill_workers(cluster: Cluster) -> None:
    for pid in cluster.servers[0].workers():
        os.kill(pid, signal.SIGKILL)


def hang_workers(cluster: Cluster) -> None:
    """Stop the workers for good: the server has to notice."""
    for pid in cluster.servers[0].workers():
        os.kill(pid, signal.SIGSTOP)


def flood_connections(cluster: Cluster) -> None:
    """Open 600 event streams and 600 silent connections from one address."""
    with ExitStack() as stack:
        with suppress(OSError):  # refused, as expected
            for n in range(1200):
                address = ("127.0.0.1", cluster.servers[0].port)
                wire = stack.enter_context(socket.create_connection(address, timeout=2))
                if n % 2:
                    wire.sendall(b"GET /t/nowhere/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(SECONDS)


def stop_postgres(cluster: Cluster) -> None:
    assert cluster.postgres
    cluster.postgres.stop(cluster.rng.choice(("immediate", "fast")))
    time.sleep(SECONDS * cluster.rng.random())
    cluster.postgres.start()


def kill_one_of_two(cluster: Cluster) -> None:
    """Kill a server, so that the other takes over its tables; then restart it."""
    cluster.servers[0].kill()
    time.sleep(SECONDS)
    cluster.servers[0].start()
    cluster.servers[0].wait_until_ready()


def hang_one_of_two(cluster: Cluster) -> None:
    """Stop a server until the other has taken over its tables."""
    os.kill(cluster.servers[0].pid, signal.SIGSTOP)
    time.sleep(4 * SECONDS)
    os.kill(cluster.servers[0].pid, signal.SIGCONT)


@dataclass(frozen=True)
class Fault:
    what: str
    cause: Callable[[Cluster], None]
    servers: int = 1
    has_postgres: bool = False
    bots: str = "bot:random"
    limits: bool = False


FAULTS = {
    "kill": Fault("server killed (SIGKILL) and started again", kill_server),
    "lock": Fault(f"database locked for {SECONDS:g} s", lock_database),
    "full": Fault(f"disk full for {SECONDS:g} s", fill_disk),
    "worker-killed": Fault("every worker killed", kill_workers, bots="bot:easy"),
    "worker-hung": Fault("every worker stopped (SIGSTOP)", hang_workers, bots="bot:easy"),
    "flood": Fault("1,200 connections from one address", flood_connections, limits=True),
    "drip": Fault("200 connections that send heads byte by byte", drip_heads),
    "unread": Fault("200 connections that read no response", read_nothing),
    "ahead": Fault("20 connections that send requests ahead", send_ahead),
    "cookies": Fault("8 clients that send 60 KB of escapes in a cookie", send_escaped_cookies),
    "values": Fault("8 clients that send 300,000 values as UTF-16", send_hidden_values),
    "webhooks": Fault("12 guests with webhooks that never answer", send_test_webhooks),
    "reviews": Fault("8 clients that ask for many reviews", analyze_games),
    "forms": Fault("8 clients that send 2 MB of empty fields", send_forms),
    "registrations": Fault("56 registrations at once from one address", register),
    "boards": Fault("12 guests of one address that upload boards", upload_boards),
    "replays": Fault("8 clients that read replays of a long game", read_replays),
    "tournaments": Fault("a tournament starts while players enter and leave", race_tournaments),
    "away": Fault(f"PostgreSQL stopped for 0 to {SECONDS:g} s", stop_postgres, 2, True),
    "two-killed": Fault("one of two servers killed", kill_one_of_two, 2, True),
    "two-hung": Fault("one of two servers stopped for 12 s", hang_one_of_two, 2, True),
}


@program.command(
    argument("--times", type=int, default=10, help="repetitions of each fault"),
    argument("--only", nargs="+", choices=FAULTS, default=list(FAULTS)),
    argument("--workers", type=int, default=1, help="worker processes for bots"),
)
def recover(args: Namespace) -> Iterator[Row]:
    """Cause each fault repeatedly; time the standstill of the slowest table of bots.

    Without PostgreSQL its rows are skipped.
    """
    for fault in [FAULTS[name] for name in args.only]:
        if find_postgres_programs() or not fault.has_postgres:
            yield measure(fault, args.times, args.workers)


def measure(fault: Fault, times: int, workers: int) -> Row:
    settings = {
        "bot_pause": 0.2,
        "limits": fault.limits,
        "private_addresses": True,
        "workers": workers,
    }
    with running_cluster(fault.servers, fault.has_postgres, **settings) as cluster:
        with (
            httpx.Client(base_url=cluster.urls[-1], timeout=30) as watcher,
            running_players(cluster.urls, TABLES) as log,
        ):
            token = watcher.post("/api/people", json={"name": "Watcher"}).json()["token"]
            watcher.headers["authorization"] = f"Bearer {token}"
            body = {"game": "rails", "seats": [fault.bots] * 4}
            bots = [watcher.post("/api/tables", json=body).json()["id"] for _ in range(TABLES)]
            wait_for_moves(watcher, bots)
            waits: list[float] = []
            for n in range(times):
                progress(f"{fault.what}: {n + 1} of {times}")
                time.sleep(cluster.rng.random())
                fault.cause(cluster)
                waits.append(wait_for_moves(watcher, bots))
        peak = cluster.servers[0].memory("VmHWM")
        return {
            "fault": fault.what,
            "database": "PostgreSQL" if fault.has_postgres else "SQLite",
            "times": times,
            **check(cluster, log, cluster.urls),
            "longest stand after it, s": max(waits),
            "memory at most, MB": peak,
        }


# Kills.

KINDS = (
    *("sqlite-server", "sqlite-worker"),
    *("postgres-server", "postgres-worker", "postgres-database"),
)


@program.command(
    argument("--kills", type=int, default=20),
    argument("--tables", type=int, default=6),
    argument("--only", nargs="+", choices=KINDS, default=KINDS),
    argument("--seed", type=int, default=1),
)
def kills(args: Namespace) -> Iterator[Row]:
    """Kill servers, workers and the database at random moments."""
    for kind in args.only:
        database, _, victim = kind.partition("-")
        has_postgres, began = database == "postgres", time.monotonic()
        with running_cluster(2 if has_postgres else 1, has_postgres, bot_pause=0.02) as cluster:
            cluster.rng.seed(args.seed)
            with running_players(cluster.urls, args.tables) as log:
                done = 0
                while done < args.kills:
                    wait_for_acknowledged(log, cluster.rng.randint(1, 6))
                    time.sleep(cluster.rng.uniform(0, 0.3))
                    done += kill(victim, cluster)
            result = check(cluster, log, cluster.urls)
        yield {"killed": kind, "kills": done, **result, "seconds": time.monotonic() - began}


def wait_for_acknowledged(log: ClientLog, more: int) -> None:
    count, end = len(log.acknowledged) + more, time.monotonic() + MOVE_TIMEOUT
    while len(log.acknowledged) < count and time.monotonic() < end:
        time.sleep(0.01)


def kill(victim: str, cluster: Cluster) -> bool:
    """Kill once; return whether there was anything to kill."""
    server = cluster.rng.choice(cluster.servers)
    if victim == "server":
        server.kill()
        server.start()
    elif victim == "worker":
        workers = server.workers()
        if not workers:
            return False
        with suppress(ProcessLookupError):
            os.kill(cluster.rng.choice(workers), signal.SIGKILL)
    else:
        assert cluster.postgres is not None
        cluster.postgres.stop()
        time.sleep(cluster.rng.uniform(0, 0.5))
        cluster.postgres.start()
    return True


# Two servers behind nginx.

NGINX_SETTINGS = {
    "private_addresses": True,
    "notification_delay": 1.0,
    "notification_gap": 0.0,
    "proxies": ["127.0.0.1"],
    "bot_pause": 0.2,
}


@program.command(
    argument("--tables", type=int, default=100),
    argument("--seconds", type=float, default=300),
    argument("--every", type=float, default=10, help="seconds between two kills"),
    argument("--thinks", type=float, default=5, help="seconds that a user thinks"),
)
def nginx(args: Namespace) -> Iterator[Row]:
    """Check moves and notifications while nginx's two servers are killed in turn.

    The servers share one PostgreSQL. Each table has two users, a bot and a clock. Webhooks notify
    users of their turns. Each notification must arrive once, and every user who is to act at the
    end must have been notified.
    """
    nginx_program = find_nginx()
    if nginx_program is None or find_postgres_programs() is None:
        raise SystemExit("this needs nginx and PostgreSQL")
    with running_cluster(2, True, **NGINX_SETTINGS) as cluster, hook_sink() as hooks:
        database = Database(cluster.servers[0].database_url, skip_migration=True)
        with running_nginx(nginx_program, [server.port for server in cluster.servers]) as url:
            with running_players([url], args.tables, users=2, thinks=args.thinks) as log:
                while len(log.tables) < args.tables:
                    time.sleep(0.1)
                add_webhooks(database, hooks)
                done = kill_in_turn(cluster.servers, args.seconds, args.every)
            due, missing = count_missing(database, hooks)
            times = describe_times(log.waits, "a move, ")
            result = check(cluster, log, [url], users=2)
        database.engine.dispose()
    ids = Counter(headers["x-roundhouse-notice"] for _, headers, _ in hooks.requests)
    yield {
        "kills": done,
        **result,
        **times,
        "failures": " ".join(f"{what}:{n}" for what, n in Counter(log.failures).items()),
        "notifications": len(ids),
        "sent twice": sum(count > 1 for count in ids.values()),
        "due": due,
        "missing": missing,
        "tables with them": len({json.loads(body)["table"] for _, _, body in hooks.requests}),
    }


def add_webhooks(database: Database, hooks: HookSink) -> None:
    """Give every seated user a webhook."""
    with database.writing() as db:
        seated = select(chairs.c.person).where(chairs.c.person.is_not(None)).distinct()
        rows = [
            {
                "id": secrets.token_hex(12),
                "person": user,
                "kind": "webhook",
                "address": hooks.url(f"/{user}"),
                "style": "json",
                "enabled": True,
                "confirmed": True,
                "error": "",
                "sent": 0.0,
                "created": time.time(),
            }
            for user in db.scalars(seated)
        ]
        db.execute(insert(channels), rows)


def kill_in_turn(servers: list[ServerProcess], seconds: float, every: float) -> int:
    """Kill and restart the servers in turn, on schedule; return the number of kills."""
    count, began = 0, time.monotonic()
    for server in itertools.cycle(servers):
        due_at = began + (count + 1) * every
        if due_at > began + seconds:
            break
        time.sleep(max(0.0, due_at - time.monotonic()))
        server.restart()
        count += 1
    return count


def count_missing(database: Database, hooks: HookSink) -> tuple[int, int]:
    """Return how many notifications were due and how many of them did not arrive."""
    end = time.monotonic() + NOTIFICATION_TIMEOUT
    while True:
        arrived = {headers["x-roundhouse-notice"] for _, headers, _ in hooks.requests}
        with database.engine.connect() as db:
            ids = set(db.scalars(select(outbox.c.id)))
        if ids <= arrived or time.monotonic() > end:
            return len(ids), len(ids - arrived)
        time.sleep(1)


if __name__ == "__main__":
    program.main()
