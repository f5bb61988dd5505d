"""Compare the processor time of pages with another checkout of this repository.

    python bench/page_cost.py compare --before FOLDER

Each checkout runs its application in a process of its own, without a network. The processes answer
the same requests in turn, so that other load on the machine affects both. Chance is the same in
both, so the pages show the same positions.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from harness import ROOT, Program, Row, argument

from roundhouse.play import registry
from roundhouse.play.puzzles import get_puzzles
from roundhouse.web.app import create_app
from roundhouse.web.settings import Settings

GAMES = [meta.id for meta in registry.games()]
PLIES = 30  # of the table pages
SEATS = 3

program = Program(__doc__)


class MeasuredSite:
    """The application of this checkout, with a user and a table of each game."""

    def __init__(self, data: Path, language: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._app = create_app(Settings(data=data, workers=1, limits=False))
        router: Any = self._app.router
        self._lifespan = router.lifespan_context(self._app)
        self._loop.run_until_complete(self._lifespan.__aenter__())
        services = self._app.state.services
        session = services.signer.new_token()
        services.users.create_guest(session, "Ann")
        self._csrf = services.signer.form_token(session)
        self._headers = [
            (b"host", b"localhost"),
            (b"accept", b"text/html"),
            (b"cookie", f"roundhouse={session}; language={language}".encode()),
            (b"x-csrf", self._csrf.encode()),
        ]
        self._tables: dict[str, str] = {}
        self._rngs: dict[str, random.Random] = {}

    def close(self) -> None:
        self._loop.run_until_complete(self._lifespan.__aexit__(None, None, None))

    def measure(self, kind: str, game: str, puzzle: str, times: int) -> list[float]:
        """Return the processor time of each of some requests, in milliseconds."""
        works: dict[str, Callable[[], float]] = {
            "home": lambda: self._get("/"),
            "table page": lambda: self._get(f"/t/{self._table(game)}"),
            "move": lambda: self._move(game),
            "puzzle": lambda: self._get(f"/puzzles/{game}/{puzzle}"),
        }
        if kind == "home":
            self._table(game)
        return [works[kind]() for _ in range(times)]

    def _table(self, game: str) -> str:
        if game not in self._tables:
            body = {"game": game, "seats": ["me"] * SEATS}
            _, answer = self._request("POST", "/api/tables", json.dumps(body), "json")
            self._tables[game] = json.loads(answer)["id"]
            self._rngs[game] = random.Random(game)
            for _ in range(PLIES):
                self._move(game)
        return self._tables[game]

    def _move(self, game: str) -> float:
        """Measure a move, and what another open page fetches then."""
        table = self._table(game)
        api = f"/api/tables/{table}"
        turn = json.loads(self._request("GET", api)[1])["turn"]
        if turn < 0:  # the game is over
            del self._tables[game]
            return self._move(game)
        now = json.loads(self._request("GET", f"{api}/choices?seat={turn}")[1])
        move = self._rngs[game].choice(now["choices"])["move"]
        fields = urlencode({"csrf": self._csrf, "ply": now["ply"], "seat": turn, "move": move})
        fragment = (b"x-fragment", b"1")
        sent, _ = self._request("POST", f"/t/{table}/do/move", fields, "form", fragment)
        path = f"/t/{table}/now?since={now['ply']}&seat={turn}"
        return sent + self._request("GET", path, "", "", fragment)[0]

    def _get(self, path: str) -> float:
        return self._request("GET", path)[0]

    def _request(
        self, method: str, path: str, body: str = "", kind: str = "", *more: tuple[bytes, bytes]
    ) -> tuple[float, str]:
        """Return the processor time of a request in milliseconds, and the answer."""
        data = body.encode()
        types = {"json": b"application/json", "form": b"application/x-www-form-urlencoded"}
        headers = [*self._headers, *more]
        if kind:
            headers += [(b"content-type", types[kind]), (b"content-length", b"%d" % len(data))]
        where, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        return self._loop.run_until_complete(self._answer(scope, data))

    async def _answer(self, scope: dict[str, Any], data: bytes) -> tuple[float, str]:
        parts: list[bytes] = []
        status = 0

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        began = time.process_time()
        await self._app(scope, receive, send)
        spent = time.process_time() - began
        text = b"".join(parts).decode()
        if status >= 400:
            raise SystemExit(f"{scope['method']} {scope['path']}: {status} {text[:300]}")
        return spent * 1000, text


@program.command(argument("--language", default="en"))
def measure(args: Namespace) -> Iterator[Row]:
    """Answer requests on standard input; `compare` runs this for each checkout."""
    os.environ["ROUNDHOUSE_JIT"] = "0"
    random.SystemRandom = partial(random.Random, 1)  # type: ignore[assignment,misc]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        site = MeasuredSite(Path(data), args.language)
        for line in sys.stdin:
            print(json.dumps(site.measure(**json.loads(line))), flush=True)
        site.close()
    yield from ()


@contextmanager
def measuring_process(folder: Path, language: str) -> Iterator[Callable[..., list[float]]]:
    """Start the measuring process of a checkout; yield a function that asks it."""
    process = subprocess.Popen(
        [sys.executable, __file__, "measure", "--language", language],
        env={**os.environ, "PYTHONPATH": f"{folder.resolve()}/src"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask(**question: object) -> list[float]:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(question), file=process.stdin, flush=True)
        answer = process.stdout.readline()
        if not answer:
            raise SystemExit("compare: the measuring process has ended; its error is above")
        times: list[float] = json.loads(answer)
        return times

    try:
        yield ask
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


@program.command(
    argument("--before", type=Path, metavar="FOLDER", required=True, help="another checkout"),
    argument("--games", choices=GAMES, nargs="+", default=GAMES),
    argument("--language", default="en", help="of the pages of this checkout"),
    argument("--rounds", type=int, default=100),
    argument("--requests", type=int, default=2, help="of each kind in a round"),
)
def compare(args: Namespace) -> Iterator[Row]:
    """Measure pages and moves in both checkouts, in turn; medians count, also of the ratio."""
    kinds = [("home", args.games[0])]
    kinds += [(kind, game) for kind in ("table page", "move", "puzzle") for game in args.games]
    with (
        measuring_process(args.before, "en") as before,
        measuring_process(ROOT, args.language) as after,
    ):
        for kind, game in kinds:
            pairs: list[tuple[float, float]] = []
            question = {"kind": kind, "game": game, "times": args.requests}
            question["puzzle"] = get_puzzles(game).puzzles[0].id
            for ask in (before, after):
                ask(**question)  # fills the caches
            for turn in range(args.rounds):
                sides = (before, after) if turn % 2 else (after, before)
                times = [ask(**question) for ask in sides]
                pairs += zip(*(times if turn % 2 else reversed(times)), strict=True)
            old, new = (statistics.median(side) for side in zip(*pairs, strict=True))
            yield {
                "page": kind,
                "game": "" if kind == "home" else game,
                "before ms": old,
                "after ms": new,
                "after / before": statistics.median(new / old for old, new in pairs),
            }


if __name__ == "__main__":
    program.main()
