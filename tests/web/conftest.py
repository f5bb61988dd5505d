"""Fixtures: servers on loopback, databases and a browser."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher
from jinja2.bccache import Bucket, BytecodeCache
from tests.child_processes import bind_to_parent
from tests.web.forked_servers import SOURCES, ForkedProcess, ServerProcess
from tests.web.postgres import Postgres, find_postgres_programs, running_postgres

from roundhouse.play import registry
from roundhouse.table.presentation import templates
from roundhouse.table.presentation.template_messages import MessageEnvironment
from roundhouse.web.accounts import passwords
from roundhouse.web.app import create_app
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage import connection
from roundhouse.web.storage.database import Database

# Generous, for busy machines: a test waits no longer than it has to.
TIMEOUT_S = 60.0
STARTUP_TIMEOUT_S = 120.0  # until a server responds
# Of passwords; their real cost matters in few tests.
CHEAP_HASHING: dict[str, Any] = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
START_SCRIPT = f"""
import json, sys
from pathlib import Path
from argon2 import PasswordHasher
from roundhouse.web.accounts import passwords
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
passwords.hasher = PasswordHasher(**{CHEAP_HASHING})
port, data, pause, database, overrides = sys.argv[1:6]
options = dict(workers=1, limits=False) | json.loads(overrides)
serve(port=int(port), settings=Settings(
    data=Path(data), bot_pause=float(pause), database=database, **options))
"""


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(url: str, process: ServerProcess) -> None:
    """Wait until a new server responds."""
    end = time.monotonic() + STARTUP_TIMEOUT_S
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/api/games", timeout=TIMEOUT_S).status_code == 200:
                return
        except httpx.TransportError:
            assert process.poll() is None, "the server did not start"
        time.sleep(0.05)
    raise AssertionError("the server does not respond")


@dataclass
class Server:
    """A server process that can be killed and restarted on the same data."""

    data: Path
    pause: float = 0.0
    database: str = ""
    cache: Path | None = None  # of compiled rules; None: interpret the rules
    settings: dict[str, Any] = field(default_factory=dict)  # other settings
    prelude: str = ""  # code that the process runs before it starts the server
    port: int = field(default_factory=find_free_port)
    process: ServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        program = self.prelude + START_SCRIPT
        arguments = [str(self.port), str(self.data), str(self.pause), self.database]
        arguments.append(json.dumps(self.settings))
        if self.cache:
            env = {**os.environ, "PYTHONPATH": str(SOURCES)}
            env |= {"ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_CACHE": str(self.cache)}
            command = bind_to_parent([sys.executable, "-c", program, *arguments])
            self.process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        else:  # interpreted rules spare the bots the wait for the compiler
            self.process = ForkedProcess(program, *arguments)
        wait_until_ready(self.url, self.process)
        return self

    def kill(self) -> None:
        """Kill the process, like a power failure."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Interrupt the process, like Ctrl+C, and return its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@contextmanager
def running_server(data: Path, **options: Any) -> Iterator[Server]:
    server = Server(data, **options).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


class TemplateCache(BytecodeCache):
    """Compiled templates in memory, for the servers of all tests in a process."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, ...], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(self._key(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[self._key(bucket)] = bucket.code

    def _key(self, bucket: Bucket) -> tuple[str, ...]:
        environment = bucket.environment
        language = environment.language if isinstance(environment, MessageEnvironment) else ""
        return (language, bucket.key, bucket.checksum)


@pytest.fixture(scope="session", autouse=True)
def cheap_services_and_clients() -> Iterator[None]:
    """Hash passwords cheaply, wait for no disk; read certificates and compile templates once."""
    create_context = cache(httpx.create_ssl_context)
    environment = partial(MessageEnvironment, bytecode_cache=TemplateCache())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "MessageEnvironment", environment)
        patch.setattr(passwords, "hasher", PasswordHasher(**CHEAP_HASHING))
        patch.setattr(connection, "SYNCHRONOUS", "OFF")  # tests do not cut the power
        patch.setattr("httpx._transports.default.create_ssl_context", create_context)
        yield


@cache
def _new_database() -> bytes:
    """Return a SQLite database with the schema and no rows."""
    with TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        Database(settings.url).close()
        return Path(folder, "roundhouse.sqlite").read_bytes()


def data_folder(folder: Path) -> Path:
    """Put a new database into a folder without one, which is faster than migrating one."""
    folder.mkdir(exist_ok=True)
    file = folder / "roundhouse.sqlite"
    if not file.exists():
        file.write_bytes(_new_database())
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not disturb it; its bots move at once."""
    with running_server(tmp_path_factory.mktemp("server")) as result:
        yield result


@pytest.fixture
def services(tmp_path: Path, database_url: str) -> Iterator[Services]:
    """The services of a server, without a server."""
    settings = Settings(data=data_folder(tmp_path), database=database_url)
    result = Services.build(settings)
    yield result
    result.storage.database.close()


ClientAndServices = tuple[httpx.Client, Services]


@pytest.fixture
def client_and_services(tmp_path: Path) -> Iterator[ClientAndServices]:
    """A client of a server in this process, and the services of that server."""
    app = create_app(Settings(data=data_folder(tmp_path), limits=False))
    port = find_free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT_S) as client:
        yield client, app.state.services
    server.should_exit = True
    thread.join()


@contextmanager
def guest_client(server: Server, name: str = "Ann") -> Iterator[httpx.Client]:
    """An API client signed in as a new guest."""
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client:
        token = client.post("/api/people", json={"name": name}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


ClientFactory = Callable[..., httpx.Client]


@pytest.fixture
def new_client(server: Server) -> Iterator[ClientFactory]:
    """A function that creates API clients, each signed in as a new guest."""
    clients: list[httpx.Client] = []

    def create(name: str = "Ann", as_guest: bool = True) -> httpx.Client:
        client = httpx.Client(base_url=server.url, timeout=TIMEOUT_S)
        clients.append(client)
        if as_guest:
            token = client.post("/api/people", json={"name": name}).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
        return client

    yield create
    for client in clients:
        client.close()


def new_table(client: httpx.Client, *seats: str, game: str = "northern", **fields: Any) -> Any:
    response = client.post("/api/tables", json={"game": game, "seats": list(seats), **fields})
    assert response.status_code == 201, response.text
    return response.json()


def wait_for_turn(client: httpx.Client, table: str, seconds: float = 120) -> Any:
    """Wait until it is the client's turn or the game is over; return the choices."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = client.get(f"/api/tables/{table}/choices").json()
        if data["your_turn"] or data["phase"] == "over":
            return data
        time.sleep(0.01)
    raise AssertionError("it is never my turn")


def wait_for_analysis(client: httpx.Client, url: str, seconds: float = 240) -> Any:
    """Wait until a worker has analyzed a game; return the winning chances."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = client.get(f"{url}/chances").json()
        if data["state"] == "ready":
            return data
        assert data["state"] == "busy", data
        time.sleep(0.2)
    raise AssertionError("the game is never analyzed")


@contextmanager
def temporary_postgres() -> Iterator[Postgres]:
    pytest.importorskip("psycopg")
    programs = find_postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with running_postgres(programs, find_free_port()) as result:
        yield result


@pytest.fixture(scope="session")
def shared_postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for many tests, because a new one takes seconds."""
    with temporary_postgres() as result:
        yield result


@pytest.fixture
def postgres(shared_postgres: Postgres) -> Postgres:
    """The shared PostgreSQL server with an empty database for this test."""
    shared_postgres.new_database()
    return shared_postgres


SQLITE, POSTGRES = "sqlite", "postgres"
on_both_databases = pytest.mark.parametrize("database_url", [SQLITE, POSTGRES], indirect=True)


def _find_database_url(request: pytest.FixtureRequest, kind: str) -> str:
    """Return the URL of a PostgreSQL database without rows, or an empty string for SQLite."""
    if kind == SQLITE:
        return ""
    postgres: Postgres = request.getfixturevalue("shared_postgres")
    postgres.new_database(has_schema=True)
    return postgres.url


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """The database of this test: SQLite, or each of the two with `on_both_databases`."""
    return _find_database_url(request, getattr(request, "param", SQLITE))


@pytest.fixture(params=[SQLITE, POSTGRES])
def db_services(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Services]:
    """The services of a server, once on SQLite and once on PostgreSQL."""
    url = _find_database_url(request, request.param)
    data_folder(tmp_path)
    result = Services.build(Settings(data=tmp_path, database=url))
    yield result
    result.storage.database.close()


@pytest.fixture
def private_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that the test may stop."""
    with temporary_postgres() as result:
        yield result


# The browser


Opener = Callable[..., Any]

# A returning player knows the games and has turned off move animation.
RETURNING_PLAYER_SCRIPT = """
localStorage.getItem('table speed') ?? localStorage.setItem('table speed', 'off');
for (const game of %s) localStorage.setItem(`knows ${game}`, '1');
"""


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Opener]:
    """A function that opens pages in new profiles; script errors fail the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_(
        path: str = "/", width: int = 1280, height: int = 800, new: bool = False, **options: Any
    ) -> Any:
        """Open a page as a returning player or, with `new`, as a first-time player."""
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=server.url, **options
        )
        contexts.append(context)
        if not new:
            games = json.dumps([meta.id for meta in registry.games()])
            context.add_init_script(RETURNING_PLAYER_SCRIPT % games)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_S * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors
