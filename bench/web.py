"""How quick is the web table? python bench/web.py [--matches 100] [--spectators 200] [--only PART]

1. Server time of a table page (its own Server-Timing header), median and 95th percentile, while
   bots play at so many tables at once, a move every other second at each.
2. So many spectators of one match: how long after a move is sent has the last of them heard of it,
   and how long until the last of them has fetched its new view.
3. So many people (--clients) who move as fast as they can at so many tables of their own: moves a
   second, and how long a move takes, median and 99th percentile.
4. A cold server (nothing compiled, no game loaded): how long until a beginner has made its first
   move in each game, and how long its moves take on average from then on; with the compiler, which
   gets to work in the background, and without.

Servers of its own are started on a free port of the loopback with a database and a cache of
compiled rules in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

START = """
import sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
serve(port=int(sys.argv[1]), settings=Settings(
    data=Path(sys.argv[2]), bot_pause=float(sys.argv[3]), workers=1, limits=False))
"""
MOVES = 40
PARTS = ["beginners", "spectators", "people", "pages"]


class Client:
    """A guest of the server's API."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._headers = {"content-type": "application/json"}
        token = self.call("POST", "/api/people", {"name": "Bench"})["token"]
        self._headers["authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer, text = self._ask(method, path, json.dumps(body) if body else None, self._headers)
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)

    def _ask(self, *request: Any) -> tuple[HTTPResponse, bytes]:
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=60)) as wire:
            wire.request(*request)
            answer = wire.getresponse()
            return answer, answer.read()

    def page(self, path: str) -> float:
        """Server time of a page, in ms."""
        answer, _ = self._ask("GET", path, None, {"accept": "text/html"})
        assert answer.status == 200
        return float((answer.getheader("server-timing") or "").partition("dur=")[2])


class Started(NamedTuple):
    port: int
    pid: int

    @property
    def seconds(self) -> float:
        """Of the processor that the server has had, its workers not counted."""
        stat = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(jit: str = "0", pause: float = 2.0) -> Iterator[Started]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        env = {**os.environ, "ROUNDHOUSE_JIT": jit, "ROUNDHOUSE_CACHE": f"{folder}/cache"}
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(port), folder, str(pause)],
            env=env,
            stdout=subprocess.DEVNULL,
        )
        try:
            for _ in range(300):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield Started(port, process.pid)
        finally:
            process.terminate()
            process.wait()


def pages(port: int, matches: int) -> None:
    boxes = Client(port).call("GET", "/api/games")
    tables: list[tuple[str, str]] = []
    for n in range(matches):
        if n % 50 == 0:
            client = Client(port)  # nobody hosts too many tables
        box = boxes[n % len(boxes)]
        seats = ["bot:random"] * min(4, max(box["seats"]))
        made = client.call("POST", "/api/tables", {"game": box["id"], "seats": seats})
        tables.append((box["id"], made["id"]))
    time.sleep(8)  # let them get going
    rng = random.Random(0)
    times: dict[str, list[float]] = {}
    for _ in range(400):
        game, table = rng.choice(tables)
        times.setdefault(game, []).append(client.page(f"/t/{table}"))
        time.sleep(0.01)
    every = sorted(t for found in times.values() for t in found)
    print(
        f"table page, {matches} matches running: median {statistics.median(every):.1f} ms, "
        f"95% {every[int(len(every) * 0.95)]:.1f} ms"
    )
    for game, found in sorted(times.items()):
        print(f"  {game:10} median {statistics.median(found):.1f} ms")


def _dealt(game: str, seats: int) -> int:
    """How many outcomes of chance come before the first move."""
    from roundhouse import CHANCE, load

    state = load(game, speed="interpreted").start(seats)
    dealt = 0
    while state.turn == CHANCE:
        state.apply(state.legal()[0])
        dealt += 1
    return dealt


def beginners(jit: str) -> None:
    """First moves on a cold server; each game's table is opened before the last one's is over."""
    with server(jit, pause=0.0) as started:
        client = Client(started.port)
        for box in client.call("GET", "/api/games"):
            seats = ["bot:beginner"] * max(box["seats"])
            begun = time.perf_counter()
            table = client.call("POST", "/api/tables", {"game": box["id"], "seats": seats})["id"]
            dealt = _dealt(box["id"], len(seats))
            first = 0.0
            moves = 0
            while moves < MOVES:
                moves = client.call("GET", f"/api/tables/{table}")["ply"] - dealt
                first = first or (time.perf_counter() - begun if moves > 0 else 0.0)
                time.sleep(0.005)
            each = (time.perf_counter() - begun - first) / (moves - 1)
            print(
                f"cold server, {'compiling' if jit == '1' else 'interpreted'}: {box['id']:10}"
                f"first move after {first * 1000:.0f} ms, then {each * 1000:.0f} ms a move"
            )


async def _asked(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
        "Connection: close\r\n\r\n".encode()
    )
    return reader, writer


async def _opened(port: int, path: str) -> None:
    reader, writer = await _asked(port, path)
    await reader.read()
    writer.close()


async def _spectator(port: int, table: str, heard: list[float], seen: list[float]) -> None:
    reader, writer = await _asked(port, f"/t/{table}/events")
    try:
        news = 0
        while news < 2:  # the first says where the table is, the second is the move
            news += (await reader.readline()).startswith(b"data:")
        heard.append(time.perf_counter())
        await _opened(port, f"/t/{table}/now?since=0")
        seen.append(time.perf_counter())
    finally:
        writer.close()


async def spectators(port: int, count: int) -> None:
    client = await asyncio.to_thread(Client, port)
    boxes = client.call("GET", "/api/games")
    seats = ["me"] * boxes[0]["seats"][0]
    table = client.call("POST", "/api/tables", {"game": boxes[0]["id"], "seats": seats})["id"]
    heard: list[float] = []
    seen: list[float] = []
    await _opened(port, f"/t/{table}/now?since=0")  # who watches has seen the table before
    watching = [asyncio.create_task(_spectator(port, table, heard, seen)) for _ in range(count)]
    await asyncio.sleep(5)
    now = client.call("GET", f"/api/tables/{table}/choices")
    body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    begun = time.perf_counter()
    await asyncio.to_thread(client.call, "POST", f"/api/tables/{table}/moves", body)
    answered = time.perf_counter() - begun
    await asyncio.wait_for(asyncio.gather(*watching), 60)
    print(
        f"{count} spectators: the move was answered after {answered * 1000:.0f} ms, the last "
        f"heard of it after {(max(heard) - begun) * 1000:.0f} ms and had its view after "
        f"{(max(seen) - begun) * 1000:.0f} ms"
    )


def _player(
    port: int, boxes: Any, tables: int, begin: threading.Barrier, took: list[float], seed: int
) -> None:
    """Somebody who plays every seat of so many tables, one move here, one move there."""
    rng = random.Random(seed)
    client = Client(port)
    mine = []
    for n in range(tables):
        box = boxes[n % len(boxes)]
        seats = ["me"] * min(4, max(box["seats"]))
        mine.append(client.call("POST", "/api/tables", {"game": box["id"], "seats": seats})["id"])
    begin.wait()
    while not begin.broken:
        table = rng.choice(mine)
        turn = client.call("GET", f"/api/tables/{table}")["turn"]
        now = client.call("GET", f"/api/tables/{table}/choices?seat={turn}")
        if not now["choices"]:
            continue  # over
        body = {"ply": now["ply"], "move": rng.choice(now["choices"])["move"]}
        begun = time.perf_counter()
        client.call("POST", f"/api/tables/{table}/moves", body)
        took.append(time.perf_counter() - begun)


def people(started: Started, tables: int, clients: int, seconds: float) -> None:
    port = started.port
    boxes = Client(port).call("GET", "/api/games")
    took: list[float] = []
    begin = threading.Barrier(clients + 1)
    playing = [
        threading.Thread(target=_player, args=(port, boxes, tables // clients, begin, took, n))
        for n in range(clients)
    ]
    for one in playing:
        one.start()
    begin.wait()  # every table is laid
    before = started.seconds
    time.sleep(seconds)
    begin.abort()
    for one in playing:
        one.join()
    took.sort()
    each = (started.seconds - before) / len(took)
    print(
        f"{clients} people at {tables} tables: {len(took) / seconds:.0f} moves/s, a move takes "
        f"{took[len(took) // 2] * 1000:.0f} ms, 99% {took[int(len(took) * 0.99)] * 1000:.0f} ms; "
        f"{each * 1000:.1f} ms of the processor for each move and the two questions before it"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20, help="how long those people play")
    parser.add_argument("--only", choices=PARTS)
    chosen = parser.parse_args()
    wanted = [chosen.only] if chosen.only else PARTS
    if "beginners" in wanted:
        for jit in "01":
            beginners(jit)
    with server() as started:
        port = started.port
        if "spectators" in wanted:
            asyncio.run(spectators(port, chosen.spectators))
        if "people" in wanted:
            people(started, chosen.matches, chosen.clients, chosen.seconds)
        if "pages" in wanted:
            pages(port, chosen.matches)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
    main()
