"""Name resolution for outbound deliveries, in threads of its own.

The system's resolver cannot be interrupted, so a slow name server holds a thread for a minute. It
holds only these threads, and the end of the process does not wait for them.
"""

from __future__ import annotations

import queue
import socket
import threading
from concurrent.futures import Future

MAX_THREADS = 16

Lookup = tuple["Future[list[str]]", str, int]


class NameLookup:
    """A few daemon threads that resolve host names."""

    def __init__(self, threads: int = MAX_THREADS) -> None:
        self._most, self._threads = threads, 0
        self._jobs: queue.SimpleQueue[Lookup] = queue.SimpleQueue()
        self._lock = threading.Lock()

    def start(self, host: str, port: int) -> Future[list[str]]:
        """Resolve a host name; the future has its IP addresses or an OSError."""
        result: Future[list[str]] = Future()
        self._jobs.put((result, host, port))
        with self._lock:
            if self._threads < self._most:
                self._threads += 1
                threading.Thread(target=self._work, name="names", daemon=True).start()
        return result

    def _work(self) -> None:
        while True:
            result, host, port = self._jobs.get()
            if not result.set_running_or_notify_cancel():
                continue  # the delivery has run out of time
            try:
                infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                result.set_result([str(info[4][0]) for info in infos])
            except (OSError, UnicodeError) as error:
                result.set_exception(error)


names = NameLookup()
