"""Server processes that start quickly: forks of one process that has imported the server already.

A server reads some four seconds of modules before it opens; a bench that kills a thousand of them
would do little else. What a fork takes over is the code: its database, workers, sockets and
everything else it opens itself, after the fork, and the fork happens while there is one thread.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "src"


class Nursery:
    """Makes server processes, which are killed by their number."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self, **settings: Any) -> int:
        """The number of a new server process. `port`, and what `Settings` takes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(settings) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def kill(number: int) -> None:
    """SIGKILL; returns when nothing of the process is left."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)
    while Path(f"/proc/{number}").exists():
        time.sleep(0.002)


def _serve(settings: dict[str, Any]) -> None:
    from roundhouse.web.server import serve
    from roundhouse.web.settings import Settings

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    port, data = settings.pop("port"), Path(settings.pop("data"))
    serve(port=port, settings=Settings(data=data, **settings))


def _warm() -> None:
    """Read everything that a server reads when it opens: one is put together, on a database that
    is thrown away, and not opened."""
    import psycopg  # noqa: F401 - whichever database it will be

    from roundhouse.web import server
    from roundhouse.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        app = server._open(settings)
        server._config(app, settings)
        app.state.services.store.close()
    assert threading.active_count() == 1  # a fork would leave the others behind


def _main() -> None:
    _warm()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever dies leaves nothing behind
    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            try:
                _serve(json.loads(line))
            finally:
                os._exit(1)
        print(number, flush=True)


if __name__ == "__main__":
    _main()
