"""Two servers behind nginx on one PostgreSQL, and one of them is killed every few seconds.

    python bench/notices.py [--tables 100] [--seconds 300] [--every 10] [--thinks 5]

At each table sit two people (this script, by the API, through nginx) and a bot, with a clock.
People think for five seconds, about as long as the quickest clock adds for a decision. Whoever is
waited for is told by a webhook, as soon as may be. A move that was answered must be there at the
end, in its place; each notice must have come once, and whoever is still waited for at the end must
have been told; printed are the times of moves.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import secrets
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import insert, select

from house import House, busy, free_port

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.nginx import nginx, running_nginx
from tests.web.postgres import binaries, running_postgres
from tests.web.sinks import HookSink, hook_sink

from roundhouse.web.store.community import channels, due
from roundhouse.web.store.schema import chairs, entries
from roundhouse.web.store.store import Store

SETTINGS: dict[str, Any] = {
    "private_addresses": True,
    "notice_delay": 1.0,
    "notice_gap": 0.0,
    "proxies": ["127.0.0.1"],
    "bot_pause": 0.2,
}


class Person:
    """Two seats at one table, two tokens."""

    def __init__(self, url: str, n: int) -> None:
        self._lines = [self._guest(url, f"P{n}{side}") for side in "ab"]
        laid = self._lines[0].post(
            "/api/tables",
            json={"game": "northern", "seats": ["me", "open", "bot:random"], "clock": "relaxed"},
        )
        laid.raise_for_status()
        self.table = str(laid.json()["id"])
        invite = laid.json()["seats"][1]["invite"]
        joined = self._lines[1].post(f"/api/tables/{self.table}/join", json={"invite": invite})
        joined.raise_for_status()
        self.made: list[tuple[int, str]] = []  # (ply, words) that were answered
        self.taken: list[float] = []
        self.troubles: Counter[str] = Counter()

    @staticmethod
    def _guest(url: str, name: str) -> httpx.Client:
        line = httpx.Client(
            base_url=url, verify=False, timeout=30, headers={"host": "rails.example"}
        )
        token = line.post("/api/people", json={"name": name}).json()["token"]
        line.headers["authorization"] = f"Bearer {token}"
        return line

    def play(self, end: float, thinks: float, rng: random.Random) -> None:
        """One thinks, looks whether it is their turn and moves; then the other does."""
        for line in itertools.cycle(self._lines):
            time.sleep(rng.expovariate(1 / thinks))
            if time.monotonic() > end:
                break
            self._turn(line, rng)
        for line in self._lines:
            line.close()

    def _turn(self, line: httpx.Client, rng: random.Random) -> None:
        try:
            found = line.get(f"/api/tables/{self.table}/choices")
            if found.status_code != 200 or not found.json()["your_turn"]:
                self.troubles[str(found.status_code)] += found.status_code != 200
                return
            words = rng.choice(found.json()["choices"])["move"]
            began = time.monotonic()
            body = {"ply": found.json()["ply"], "move": words}
            answer = line.post(f"/api/tables/{self.table}/moves", json=body)
            if answer.status_code == 200:
                self.taken.append(time.monotonic() - began)
                self.made.append((body["ply"], words))
            else:
                self.troubles[str(answer.status_code)] += 1
        except httpx.TransportError as error:
            self.troubles[type(error).__name__] += 1


def reach_all(store: Store, hooks: HookSink, tables: list[str]) -> None:
    """Everybody who sits there has a webhook, and hears of it by it."""
    with store.writing() as db:
        seated = select(chairs.c.person).where(
            chairs.c.table_id.in_(tables), chairs.c.person.is_not(None)
        )
        rows = [
            {
                "id": secrets.token_hex(12),
                "person": person,
                "kind": "webhook",
                "address": hooks.url(f"/{person}"),
                "style": "json",
                "enabled": True,
                "confirmed": True,
                "error": "",
                "sent": 0.0,
                "created": time.time(),
            }
            for person in set(db.scalars(seated))
        ]
        db.execute(insert(channels), rows)


def kill_in_turn(
    servers: list[House], folder: Path, url: str, ports: list[int], end: float, every: float
) -> int:
    """Kill one, start it again at the same port, then the other; how often. The next is killed
    when its time has come, however long this one takes to start."""
    kills, due_at = 0, time.monotonic() + every
    while due_at < end:
        time.sleep(max(0.0, due_at - time.monotonic()))
        n = kills % len(servers)
        servers[n].process.send_signal(signal.SIGKILL)
        servers[n].process.wait()
        servers[n] = House(folder / f"server{n}", url, port=ports[n], **SETTINGS)
        kills, due_at = kills + 1, due_at + every
    return kills


def untold(store: Store, hooks: HookSink, patience: float = 75) -> tuple[int, int]:
    """(who is waited for, who of them has not been told). What a server had taken when it was
    killed is another's after a minute."""
    end = time.monotonic() + patience
    while True:
        told = {headers["x-roundhouse-notice"] for _, headers, _ in hooks.posted}
        with store.engine.connect() as db:
            ids = set(db.scalars(select(due.c.id)))
        if ids <= told or time.monotonic() > end:
            return len(ids), len(ids - told)
        time.sleep(1)


def lost_moves(store: Store, people: list[Person]) -> int:
    """Answered moves that are not in the database at their ply."""
    lost = 0
    with store.engine.connect() as db:
        for person in people:
            wanted = select(entries.c.ply, entries.c.words).where(
                entries.c.table_id == person.table
            )
            kept = {(ply, words) for ply, words in db.execute(wanted)}
            lost += sum(move not in kept for move in person.made)
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description="two servers behind nginx, one killed in turn")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=10, help="seconds between two kills")
    parser.add_argument("--thinks", type=float, default=5, help="seconds a person thinks")
    args = parser.parse_args()
    program, programs = nginx(), binaries()
    if program is None or programs is None:
        raise SystemExit("this needs nginx and PostgreSQL")
    print(busy())
    with (
        tempfile.TemporaryDirectory() as name,
        running_postgres(programs, free_port(), "-c fsync=on -c max_connections=200") as postgres,
        hook_sink() as hooks,
    ):
        folder, ports = Path(name), [free_port(), free_port()]
        servers = [
            House(folder / f"server{n}", postgres.url, port=port, **SETTINGS)
            for n, port in enumerate(ports)
        ]
        store = Store(servers[0].url_of(postgres.url), as_it_is=True)
        try:
            with running_nginx(program, ports) as url:
                _run(args, url, servers, folder, postgres.url, ports, store, hooks)
        finally:
            store.engine.dispose()
            for server in servers:
                server.stop()
    print(busy())


def _run(
    args: argparse.Namespace,
    url: str,
    servers: list[House],
    folder: Path,
    database: str,
    ports: list[int],
    store: Store,
    hooks: HookSink,
) -> None:
    people = [Person(url, n) for n in range(args.tables)]
    reach_all(store, hooks, [person.table for person in people])
    end = time.monotonic() + args.seconds
    threads = [
        threading.Thread(target=person.play, args=(end, args.thinks, random.Random(n)))
        for n, person in enumerate(people)
    ]
    for thread in threads:
        thread.start()
    kills = kill_in_turn(servers, folder, database, ports, end, args.every)
    for thread in threads:
        thread.join()
    waiting, missed = untold(store, hooks)
    taken = sorted(t for person in people for t in person.taken)
    ids = Counter(headers["x-roundhouse-notice"] for _, headers, _ in hooks.posted)
    troubles = sum((person.troubles for person in people), Counter())
    print(f"{args.tables} tables, {args.seconds:.0f} s, {kills} kills, {len(taken)} moves answered")
    print(f"lost: {lost_moves(store, people)}; refused or failed meanwhile: {dict(troubles)}")
    print(
        f"a move: median {statistics.median(taken) * 1000:.0f} ms, "
        f"95 % {taken[int(len(taken) * 0.95)] * 1000:.0f} ms"
    )
    twice = [notice for notice, times in ids.items() if times > 1]
    print(f"{len(ids)} notices, {len(twice)} of them more than once")
    print(f"waited for at the end: {waiting}, not told: {missed}")
    finished = Counter(json.loads(body)["table"] for _, _, body in hooks.posted)
    print(f"tables with notices: {len(finished)} of {args.tables}")


if __name__ == "__main__":
    main()
