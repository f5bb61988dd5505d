"""Running the app."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from roundhouse.web.addresses import Proxies
from roundhouse.web.app import create_app
from roundhouse.web.door import BATCH, QUEUE, Door, most_connections
from roundhouse.web.errors import CannotServe, short
from roundhouse.web.heads import bounded
from roundhouse.web.logs import set_up
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings, data_folder

log = logging.getLogger("roundhouse.web")

EVERYBODY = sys.maxsize
LAST_PORT = 65_535


class Server(uvicorn.Server):
    """Says when it is open. Open event streams would keep it from stopping: they are let go
    first."""

    services: Services
    words: str
    _quiet_until = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._trouble)
        await super().startup(sockets)
        for place in sockets or []:
            place.listen(
                QUEUE
            )  # asyncio has one number for this and for how many it lets in at once
        if self.started:
            # What has been imported stays: the garbage collector would look through it again and
            # again, a tenth of a second each time, while everybody waits.
            gc.freeze()
            print(self.words, flush=True)

    def _trouble(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """That there are no file descriptors left is worth a line, not one for each visitor."""
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
    database: str = "",
    data_dir: str | Path | None = None,
    workers: int = 2,
    *,
    settings: Settings | None = None,
    proxies: Iterable[str] = (),
    https: bool = False,
    hsts: bool = False,
    metrics: int = 0,
    logs: str = "",
) -> None:
    """Serve until interrupted; raises CannotServe if that cannot even begin.

    `workers` are the processes that think for bots. `settings` takes the place of all the others
    but host, port and `logs`: how to write down what happens (`logs.py`), if not as it comes.
    """
    chosen = settings or Settings(
        database=database or "",
        data=Path(data_dir) if data_dir else data_folder(),
        workers=max(1, workers),
        proxies=tuple(proxies),
        secure=https,
        hsts=hsts,
        metrics=metrics,
    )
    if logs:
        set_up(logs)
    listening = bind(host, port)
    try:
        app = _open(chosen)
        server = Server(_config(app, chosen))
        server.services = app.state.services
        at = listening[0].getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        server.words = f"Roundhouse is open at http://{shown}:{at}/ (Ctrl+C closes it)"
        open_door(listening)
        with suppress(KeyboardInterrupt):  # uvicorn has closed everything and passes it on
            server.run(listening)
    finally:
        for place in listening:
            place.close()


def bind(host: str, port: int) -> list[socket.socket]:
    """The sockets of an address, not open yet: whoever comes before anybody can answer is refused
    at once, and a proxy asks another process."""
    if not 0 <= port <= LAST_PORT:
        raise CannotServe(f"cannot listen at port {port}: there are ports up to {LAST_PORT}")
    made: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((info[0], info[4]) for info in found):
            try:
                place = socket.socket(family, socket.SOCK_STREAM)
                made.append(place)
                place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:  # the other kind has a socket of its own
                    place.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                place.bind(address[:2])
                # Connections inherit it. asyncio would set it, but not on sockets that others have
                # made; without, the second answer on a connection waits 40 ms for a receipt.
                place.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError as error:
                # `localhost` may have an address of a kind that this machine does not speak.
                if error.errno != errno.EADDRNOTAVAIL or len(found) == 1:
                    raise
                made.pop().close()
    except OSError as error:
        for place in made:
            place.close()
        raise _cannot_listen(host, port, error) from None
    if not made:
        raise CannotServe(f"cannot listen at {host}: this machine does not have that address")
    return made


def open_door(places: Iterable[socket.socket]) -> None:
    """From now on nobody else can have these; somebody may have been quicker until now."""
    for place in places:
        try:
            place.listen(QUEUE)
        except OSError as error:
            host, port = place.getsockname()[:2]
            raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> CannotServe:
    system = error.errno is not None and not isinstance(error, socket.gaierror)
    said = os.strerror(error.errno or 0) if system else error.strerror
    return CannotServe(f"cannot listen at {host}, port {port}: {said}")


def _open(settings: Settings) -> FastAPI:
    """The app with its database open."""
    try:
        return create_app(settings)
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        said = short(" ".join(str(_cause(error)).split()))
        raise CannotServe(f"cannot open the database {_shown(settings.url)}: {said}") from None


def _cause(error: Exception) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    config = uvicorn.Config(
        app,
        log_level="error",  # what visitors get wrong is no news: a flood of it would fill the disk
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # whom to believe is said in the settings (`guard.py`)
        ws="none",
        backlog=BATCH,
    )
    config.load()
    most = most_connections(settings.connections)
    each = settings.address_connections if settings.limits else EVERYBODY
    door = Door(most, each, Proxies(settings.proxies))
    config.http_protocol_class = door.guards(bounded(config.http_protocol_class))
    return config


def _shown(url: str) -> str:
    """A database's URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "with this URL"
