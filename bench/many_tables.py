"""A database with many tables: what its pages cost, and whether memory grows.

    python bench/many_tables.py [--tables 10000] [--people 1000] [--opened 2000]

Matches of four games, played at random as far as they go or half way, are copied until there are so
many tables, seated with people in turn. Then a server of its own is asked for the front page (a
visitor's, and that of somebody with many games), for a person's tables and for the open ones, and
for the pages of so many tables one after the other. Server time is that of its own `Server-Timing`
header.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from roundhouse.web.security import Signer
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.accounts import begin_session
from roundhouse.web.store.schema import chairs, clocks, entries, people, tables
from roundhouse.web.tables import play
from roundhouse.web.tables.chairs import PERSON, Chair

START = """
import sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
serve(port=int(sys.argv[1]), settings=Settings(
    data=Path(sys.argv[2]), database=sys.argv[3], workers=1, limits=False))
"""
GAMES = ("northern", "texas", "southern", "union")
TRIES = 60


def patterns(services: Services, rng: random.Random) -> list[str]:
    """Some real matches: of each game one that is over and one half way."""
    made = []
    for game in GAMES:
        for most in (60, 10_000):
            seats = [Chair(n, PERSON, f"Seat {n}", "nobody") for n in range(3)]
            table = services.tables.create("nobody", game, {}, seats)
            while True:
                with services.tables.at(table) as found:
                    if not found.playing or found.match.ply >= most:
                        break
                    words = found.game.text(rng.choice(found.match.state.legal()))
                    play.move(services.tables, found, [found.turn], [words], found.match.ply)
            made.append(table)
    return made


def fill(services: Services, count: int, crowd: Sequence[str], rng: random.Random) -> list[str]:
    """So many tables, each a copy of one of the patterns with others at it; their names."""
    with services.store.engine.begin() as db:
        rows = {
            kept.name: [dict(row) for row in db.execute(select(kept)).mappings()]
            for kept in (tables, chairs, entries, clocks)
        }
    names = [f"t{n:011d}" for n in range(count)]
    known = [row["id"] for row in rows["tables"]]
    for begin in range(0, count, 200):
        some = names[begin : begin + 200]
        made: dict[str, list[dict[str, Any]]] = {name: [] for name in rows}
        for name in some:
            copied, who = rng.choice(known), rng.sample(crowd, 3)
            for row in rows["tables"]:
                if row["id"] == copied:
                    at = time.time() - rng.random() * 30 * 86400
                    fresh = {"id": name, "host": who[0], "updated": at, "listed": True}
                    made["tables"].append({**row, **fresh})
            for part in ("chairs", "entries", "clocks"):
                for row in rows[part]:
                    if row["table_id"] == copied:
                        more = {"person": who[row["seat"]]} if part == "chairs" else {}
                        made[part].append({**row, "table_id": name, **more})
        with services.store.engine.begin() as db:
            for kept in (tables, chairs, entries, clocks):
                db.execute(insert(kept), made[kept.name])
    return names


def crowd_of(services: Services, count: int) -> tuple[list[str], str]:
    """People, and the token of the first of them."""
    names = [f"p{n:023d}" for n in range(count)]
    token = services.signer.new_token()
    with services.store.engine.begin() as db:
        now = time.time()
        rows = [{"id": n, "name": f"P {n[-4:]}", "created": now} for n in names]
        db.execute(insert(people), rows)
        begin_session(db, Signer.key(token), names[0])
    return names, token


def ask(port: int, path: str, token: str = "") -> float:
    """Milliseconds of server time."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"accept": "application/json" if path.startswith("/api") else "text/html"}
    if token:
        headers |= {"authorization": f"Bearer {token}", "cookie": f"roundhouse={token}"}
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (path, answer.status)
    timing = answer.getheader("server-timing") or ""
    connection.close()
    return float(timing.partition("dur=")[2].partition(",")[0] or "nan")


def memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu(pid: int) -> float:
    """Milliseconds of processor time that a process has used: what a page costs, however busy the
    machine is with other things."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure(port: int, token: str, pid: int) -> Iterator[tuple[str, list[float], float]]:
    for what, path, who in (
        ("front page, a visitor's", "/", ""),
        ("front page, with games of one's own", "/", token),
        ("my games (API)", "/api/tables?mine=true", token),
        ("open tables (API)", "/api/tables", token),
    ):
        ask(port, path, who)
        before = cpu(pid)
        times = [ask(port, path, who) for _ in range(TRIES)]
        yield what, times, (cpu(pid) - before) / TRIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--opened", type=int, default=2000)
    parser.add_argument("--database", default="", help="a PostgreSQL that is empty; else SQLite")
    given = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        services = Services.build(Settings(data=Path(folder), database=given.database))
        crowd, token = crowd_of(services, given.people)
        patterns(services, rng)
        names = fill(services, given.tables, crowd, rng)
        services.store.close()
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-c", START, str(port), folder, given.database]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait(port)
            print("| page | median ms | 95th percentile | processor ms |\n|---|---|---|---|")
            for what, times, used in measure(port, token, server.pid):
                late, middle = statistics.quantiles(times, n=20)[-1], statistics.median(times)
                print(f"| {what} | {middle:.1f} | {late:.1f} | {used:.1f} |", flush=True)
            open_many(port, rng.sample(names, min(given.opened, len(names))), server.pid)
        finally:
            server.terminate()
            server.wait()


def wait(port: int) -> None:
    for _ in range(600):
        try:
            ask(port, "/health")
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def open_many(port: int, names: Sequence[str], pid: int) -> None:
    """The pages of many tables, one after the other, and the server's memory meanwhile."""
    print("\n| tables opened | memory MB | page, median ms | processor ms |\n|---|---|---|---|")
    step = max(1, len(names) // 8)
    for begin in range(0, len(names), step):
        before = cpu(pid)
        times = [ask(port, f"/t/{name}") for name in names[begin : begin + step]]
        used = (cpu(pid) - before) / len(times)
        row = (begin + len(times), memory(pid), statistics.median(times), used)
        print("| {} | {:.0f} | {:.1f} | {:.1f} |".format(*row), flush=True)


if __name__ == "__main__":
    main()
