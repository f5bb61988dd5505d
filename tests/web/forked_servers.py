"""Server processes, forked from a process that has imported the application.

Importing it takes more than a second of processor time, and the tests start many servers.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

SOURCES = Path(__file__).parents[2] / "src"
MAX_REQUEST = 1 << 18  # bytes
STDERR = 2  # the number of a file

# It ends when the tests close their end of the channel, and its forks end with it. A fork leaves
# the loop and runs its program.
TEMPLATE = """
import ctypes, gc, json, os, signal, socket, sys
import roundhouse.web.server
channel, program = socket.socket(fileno=int(sys.argv[1])), None
gc.freeze()
while program is None:
    data, files, _, _ = socket.recv_fds(channel, %d, 2)
    if not data:
        os._exit(0)
    request = json.loads(data)
    if "wait" in request:
        pid, status = os.waitpid(request["wait"], os.WNOHANG)
        answer = os.waitstatus_to_exitcode(status) if pid else None
    elif (answer := os.fork()) == 0:
        program = request["program"]
        channel.close()
        if sys.platform == "linux":
            PR_SET_PDEATHSIG = 1
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        for number, file in enumerate(files, 1):  # stdout, stderr
            os.dup2(file, number)
            os.close(file)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["env"])
        sys.argv = ["-c", *request["arguments"]]
        break
    for file in files:
        os.close(file)
    channel.send(json.dumps(answer).encode())
exec(program)
"""


class ForkServer:
    """The process that forks, and the channel to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", TEMPLATE % MAX_REQUEST, str(theirs.fileno())],
            env=env,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        atexit.register(self._end)

    def ask(self, request: dict[str, Any], *files: int) -> Any:
        with self._lock:
            socket.send_fds(self._channel, [json.dumps(request).encode()], files)
            return json.loads(self._channel.recv(MAX_REQUEST))

    def _end(self) -> None:
        self._channel.close()
        self._process.wait()


start_fork_server = cache(ForkServer)


class ForkedProcess:
    """A process like those of `subprocess`, as far as the tests use them."""

    def __init__(self, program: str, *arguments: str, stderr: BinaryIO | None = None) -> None:
        self._server = start_fork_server()
        self.returncode: int | None = None
        request = {
            "program": program,
            "arguments": arguments,
            "env": {**os.environ, "ROUNDHOUSE_JIT": "0"},
            "folder": os.getcwd(),
        }
        with Path(os.devnull).open("wb") as null:
            error_file = stderr.fileno() if stderr else STDERR
            self.pid: int = self._server.ask(request, null.fileno(), error_file)

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._server.ask({"wait": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("server", timeout or 0.0)
            time.sleep(0.01)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


ServerProcess = subprocess.Popen[bytes] | ForkedProcess
