"""Having files read that strangers have sent: in a process of its own each, few at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from roundhouse.web.errors import Full, Refusal

AT_ONCE = 2  # files that are read at the same time
WAITING = 6  # files that wait for that
PATIENCE = 30.0  # seconds for a process that is started and reads one; then it is killed
BUSY = "Too many files are being read just now; try again in a little."


class BadFile(Refusal):
    """A board file or record that was read and found wrong, or could not be read."""

    status = 422


class Reader:
    """Reads what strangers send. What has come through here can be read in the server itself: it
    was read once within the limits of `parsing.py`."""

    def __init__(self) -> None:
        self._free = threading.Semaphore(AT_ONCE)
        self._waiting = threading.Semaphore(AT_ONCE + WAITING)

    def board(self, game: str, name: str, text: str) -> str:
        """The digest of a board file that a game can be played on; raises BadFile."""
        return str(self.ask(ask="board", game=game, name=name, text=text)["digest"])

    def edit(self, game: str, name: str, text: str, data: dict[str, Any] | None) -> dict[str, Any]:
        """A board file with edited data written into it, and what is wrong with it: see
        `editing/edited.py`; raises BadFile."""
        return self.ask(ask="edit", game=game, name=name, text=text, data=data)

    def record(self, name: str, text: str, board: str) -> str:
        """The game of a record whose every move is good; raises BadFile. `board` is the text of
        the board it was played on, if that is not the game's own."""
        return str(self.ask(ask="record", name=name, text=text, board=board)["game"])

    def ask(self, **request: Any) -> dict[str, Any]:
        with self._turn():
            said = _run(json.dumps(request).encode())
        try:
            found: dict[str, Any] = json.loads(said)
        except ValueError:  # it did not live to answer
            found = {"error": f"{request['name']}: reading it takes too much time or memory"}
        if "error" in found:
            raise BadFile(str(found["error"]))
        return found

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._waiting.acquire(blocking=False):
            raise Full(BUSY, 5)
        try:
            if not self._free.acquire(timeout=PATIENCE):
                raise Full(BUSY, 5)
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._waiting.release()


def _run(request: bytes) -> bytes:
    """What the process has answered; nothing if it was killed or has died."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "roundhouse.web.parsing"],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
            # One thread: each that a library starts takes address space.
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "OPENBLAS_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired:
        return b""
    except OSError:
        raise Full(BUSY, 5) from None
    return done.stdout if done.returncode == 0 else b""
