"""Count the modules that a posted move passes: until the first rule runs, and in all.

The server runs in this process with interpreted rules. A module counts if one of its functions is
called between the request and its answer, on whatever thread; templates are not counted.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

os.environ["ROUNDHOUSE_JIT"] = "0"  # a profiler sees no compiled rules

from harness import Program, Row, argument
from starlette.testclient import TestClient

import roundhouse
from roundhouse import games
from roundhouse.web.app import create_app
from roundhouse.web.settings import Settings

SOURCE = str(Path(roundhouse.__file__).parent) + os.sep
QUIET_S = 0.3  # without a call of ours, the server's own work is done

program = Program(__doc__)


class CallRecorder:
    """The modules of ours that are entered, in order; a profile function of every thread."""

    def __init__(self) -> None:
        self.modules: dict[str, None] = {}
        self._last = time.monotonic()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(SOURCE) and file.endswith(".py"):
            self.modules.setdefault(file.removeprefix(SOURCE))
            self._last = time.monotonic()

    def record(self, post: Callable[[], Any]) -> list[str]:
        """Return the modules that a request enters, once nothing else runs."""
        while time.monotonic() < self._last + QUIET_S:
            time.sleep(QUIET_S / 10)
        self.modules = {}
        response = post()
        assert response.status_code == 200, response.text
        return list(self.modules)


def find_rule(modules: list[str], game: str) -> int:
    """Return the number of modules before the first one of the game's rules."""
    rules = (f"games/{game}/rules.py", f"games/{game}/rules/")
    return next(n for n, module in enumerate(modules) if module.startswith(rules))


@program.command(argument("--list", action="store_true", help="print the modules, too"))
def moves(args: Namespace) -> Iterator[Row]:
    """Count the modules of a move, posted to the API and as a form."""
    recorder = CallRecorder()
    threading.setprofile(recorder)
    for meta in games():
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(Settings(data=Path(folder), workers=1, limits=False))
            with TestClient(app) as client:
                for kind, modules in record_moves(client, recorder, meta.id, min(meta.seats)):
                    before = find_rule(modules, meta.id)
                    if args.list:
                        print("", *modules[:before], "(rule)", *modules[before:], sep="\n")
                    yield {
                        "game": meta.id,
                        "posted": kind,
                        "modules before the rule": before,
                        "modules in all": len(modules),
                    }


def record_moves(
    client: TestClient, recorder: CallRecorder, game: str, seats: int
) -> Iterator[tuple[str, list[str]]]:
    """Play four moves; yield the modules of the second of each kind, when caches are full."""
    token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
    bearer = {"authorization": f"Bearer {token}"}
    request = {"game": game, "seats": ["me"] * seats}
    table = client.post("/api/tables", json=request, headers=bearer).json()["id"]
    for kind, counts in (("API", False), ("API", True), ("form", False), ("form", True)):
        turn = client.get(f"/api/tables/{table}", headers=bearer).json()["turn"]
        path = f"/api/tables/{table}/choices?seat={turn}"
        choices = client.get(path, headers=bearer).json()
        move = {"ply": choices["ply"], "move": choices["choices"][0]["move"]}
        if kind == "API":
            address, options = f"/api/tables/{table}/moves", {"json": move, "headers": bearer}
        else:
            html = {"accept": "text/html", "cookie": f"roundhouse={token}"}
            page = client.get(f"/t/{table}", headers=html).text
            csrf = page.partition('name="csrf"')[2].partition('value="')[2].partition('"')[0]
            fields = {**move, "csrf": csrf, "seat": turn}
            address, options = f"/t/{table}/do/move", {"data": fields, "headers": html}
        modules = recorder.record(lambda a=address, o=options: client.post(a, **o))  # type: ignore[misc]
        if counts:
            yield kind, modules


if __name__ == "__main__":
    program.main()
