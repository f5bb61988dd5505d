"""Parse each uploaded file in its own limited process, a few at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from roundhouse.core.translation import current_language, mark
from roundhouse.core.translation import translate as _
from roundhouse.web.http.errors import Full, ServerRefusal
from roundhouse.web.http.gate import Gate, Share

MAX_PARALLEL = 2  # files parsed at the same time
MAX_WAITING = 6  # files in the queue
MAX_BY_ADDRESS = 4  # files of one address, parsed and in the queue; one is parsed at a time
MAX_BY_USER = 2  # the same for one user: the editor saves while it checks
TIMEOUT_SECONDS = 30.0  # limit for starting a process and parsing a file
BUSY = mark("Too many uploads right now. Try again in a moment.")


class BadFile(ServerRefusal):
    """A board file or record that is invalid or cannot be parsed."""

    status = 422


class Reader:
    """Parses uploads in a limited process, before the server itself reads them."""

    def __init__(self) -> None:
        self._gate = Gate(
            MAX_PARALLEL,
            MAX_WAITING,
            TIMEOUT_SECONDS,
            BUSY,
            address=Share(1, MAX_BY_ADDRESS),
            user=Share(1, MAX_BY_USER),
        )

    def board(self, game: str, name: str, text: str, user: str = "") -> str:
        """Return the digest of a valid board file; raises BadFile."""
        return str(self.ask(user, ask="board", game=game, name=name, text=text)["digest"])

    def edit(
        self, game: str, name: str, text: str, data: dict[str, Any] | None, user: str = ""
    ) -> dict[str, Any]:
        """Write edited data into a board file, and return its problems.

        See `editing/board_preview.py`. Raises BadFile.
        """
        return self.ask(user, ask="edit", game=game, name=name, text=text, data=data)

    def record(self, name: str, text: str, board: str, user: str = "") -> str:
        """Return the game of a record, after checking every move.

        `board` is the text of an uploaded board, if the record needs one. Raises BadFile.
        """
        return str(self.ask(user, ask="record", name=name, text=text, board=board)["game"])

    def ask(self, user: str, **request: Any) -> dict[str, Any]:
        """Let a process answer a request of a user; raises Full."""
        with self._gate.enter(user):
            message = _run(json.dumps({**request, "language": current_language()}).encode())
        try:
            data: dict[str, Any] = json.loads(message)
        except ValueError:  # the process was killed
            reason = _("it takes too much time or memory to read")
            data = {"error": _("{place}: {reason}", place=request["name"], reason=reason)}
        if "error" in data:
            raise BadFile(str(data["error"]))
        return data


def _run(request: bytes) -> bytes:
    """Return the output of the process, or nothing if it failed."""
    try:
        process = subprocess.run(
            [sys.executable, "-m", "roundhouse.web.boards.upload_worker"],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT_SECONDS,
            check=False,
            # One thread, because each thread uses address space.
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "OPENBLAS_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired:
        return b""
    except OSError:
        raise Full(_(BUSY), 5) from None
    return process.stdout if process.returncode == 0 else b""
