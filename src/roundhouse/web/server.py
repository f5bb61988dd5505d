"""Run the application with uvicorn."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from roundhouse.web.app import create_app
from roundhouse.web.http.addresses import Proxies
from roundhouse.web.http.connection_limits import (
    BATCH,
    QUEUE,
    ConnectionLimits,
    limit_headers,
    max_connections,
)
from roundhouse.web.http.errors import CannotServe, short
from roundhouse.web.operations.free_memory import limit_free_memory
from roundhouse.web.operations.logs import configure_logging
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

log = logging.getLogger("roundhouse.web")

UNLIMITED = sys.maxsize
LAST_PORT = 65_535


class Server(uvicorn.Server):
    """A uvicorn server that prints its address and ends event streams on shutdown."""

    services: Services
    greeting: str
    browser_page = ""  # opened in a browser when the server can answer
    _quiet_until = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._handle_loop_error)
        await super().startup(sockets)
        for place in sockets or []:
            place.listen(QUEUE)  # asyncio uses this for the backlog and for accepts per loop
        if self.started:
            # Imported modules stay: freeze them, because the garbage collector would scan them
            # again and again, which blocks the server for a tenth of a second.
            gc.freeze()
            print(self.greeting, flush=True)
            if self.browser_page:
                threading.Thread(
                    target=webbrowser.open, args=(self.browser_page,), daemon=True
                ).start()

    def _handle_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a lack of file descriptors once, not for every connection."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
            loop.default_exception_handler(context)
        elif time.monotonic() > self._quiet_until:
            self._quiet_until = time.monotonic() + 60
            log.error("no file descriptors are left: %s", error)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.services.watchers.close()
        super().handle_exit(sig, frame)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    settings: Settings | None = None,
    *,
    logs: str = "",
    open_browser: bool = False,
) -> None:
    """Serve until interrupted; `logs` is the log format (`logs.py`).

    Raises CannotServe.
    """
    chosen = settings or Settings()
    if logs:
        configure_logging(logs)
    limit_free_memory()
    listening = bind(host, port)
    try:
        app = _open(chosen)
        server = Server(_config(app, chosen))
        server.services = app.state.services
        at = listening[0].getsockname()[1]
        page = f"[{host}]" if ":" in host else host
        url = f"http://{page}:{at}/"
        server.greeting = f"Roundhouse is running at {url} (press Ctrl+C to stop)"
        server.browser_page = url if open_browser else ""
        start_listening(listening)
        with suppress(KeyboardInterrupt):  # uvicorn has shut down and raises it again
            server.run(listening)
    finally:
        for place in listening:
            place.close()


def bind(host: str, port: int) -> list[socket.socket]:
    """Create the sockets of an address without listening.

    Until the server can answer, connections are refused, and a proxy tries another process.
    """
    if not 0 <= port <= LAST_PORT:
        raise CannotServe(f"cannot listen at port {port}: the highest port is {LAST_PORT}")
    results: list[socket.socket] = []
    try:
        result = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((info[0], info[4]) for info in result):
            try:
                place = socket.socket(family, socket.SOCK_STREAM)
                results.append(place)
                place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:  # IPv4 has its own socket
                    place.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                place.bind(address[:2])
                # Accepted connections inherit TCP_NODELAY; asyncio does not set it for existing
                # sockets. Without it, every second response waits 40 ms for an acknowledgment.
                place.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError as error:
                # `localhost` may resolve to an address family that this machine lacks.
                if error.errno != errno.EADDRNOTAVAIL or len(result) == 1:
                    raise
                results.pop().close()
    except OSError as error:
        for place in results:
            place.close()
        raise _cannot_listen(host, port, error) from None
    if not results:
        raise CannotServe(f"cannot listen at {host}: this machine does not have that address")
    return results


def start_listening(places: Iterable[socket.socket]) -> None:
    """Listen on the sockets; raise CannotServe if the port is taken."""
    for place in places:
        try:
            place.listen(QUEUE)
        except OSError as error:
            host, port = place.getsockname()[:2]
            raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> CannotServe:
    system = error.errno is not None and not isinstance(error, socket.gaierror)
    message = os.strerror(error.errno or 0) if system else error.strerror
    return CannotServe(f"cannot listen at {host}, port {port}: {message}")


def _open(settings: Settings) -> FastAPI:
    """Return the application with its database open."""
    try:
        return create_app(settings)
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        message = short(" ".join(str(_cause(error)).split()))
        raise CannotServe(
            f"cannot open the database {_without_password(settings.url)}: {message}"
        ) from None


def _cause(error: Exception) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    config = uvicorn.Config(
        app,
        log_level="error",  # a flood of client errors would fill the disk
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # `middleware.py` reads them
        ws="none",
        backlog=BATCH,
    )
    config.load()
    most = max_connections(settings.connections)
    each = settings.address_connections if settings.limits else UNLIMITED
    limits = ConnectionLimits(most, each, Proxies(settings.proxies))
    config.http_protocol_class = limits.wrap(limit_headers(config.http_protocol_class))
    return config


def _without_password(url: str) -> str:
    """Return the URL of a database without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "with this URL"
