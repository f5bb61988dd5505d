"""Real servers on loopback, real databases, a real browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from tests.web.postgres import Postgres, binaries, running_postgres

from roundhouse.play import registry
from roundhouse.web.app import create_app
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

SOURCES = Path(__file__).parents[2] / "src"
# Seconds that a test waits for what comes at once, unless the machine is busy with others: whoever
# gets what it waits for waits no longer, so this may be generous.
PATIENCE = 60.0
STARTING = 120.0  # until a server answers
START = """
import json, sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
port, data, pause, database, more = sys.argv[1:6]
chosen = {"workers": 1, "limits": False, **json.loads(more)}
serve(port=int(port), settings=Settings(
    data=Path(data), bot_pause=float(pause), database=database, **chosen))
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server that was started answers."""
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/api/games", timeout=PATIENCE).status_code == 200:
                return
        except httpx.TransportError:
            assert process.poll() is None, "the server did not start"
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


@dataclass
class Server:
    """A server process that can be started, killed and started again on the same data."""

    data: Path
    pause: float = 0.0
    database: str = ""
    cache: Path | None = None  # of compiled rules; None: do without the compiler
    settings: dict[str, Any] = field(default_factory=dict)  # other settings
    prelude: str = ""  # done in the process before the server is started
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        # Mostly interpreted: the bots of a test should not wait for a compiler.
        env = {**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)}
        if self.cache:
            env |= {"ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_CACHE": str(self.cache)}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                self.prelude + START,
                str(self.port),
                str(self.data),
                str(self.pause),
                self.database,
                json.dumps(self.settings),
            ],
            env=env,
            stdout=subprocess.DEVNULL,
        )
        answers(self.url, self.process)
        return self

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As Ctrl+C would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(
                PATIENCE
            )  # a busy machine; what must be quick is tested elsewhere
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@contextmanager
def running(data: Path, **more: Any) -> Iterator[Server]:
    server = Server(data, **more).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not hurt it; its bots answer at once."""
    with running(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """What a server has, without a server."""
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


Served = tuple[httpx.Client, Services]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server in this very process, so that a test can get at what it has."""
    app = create_app(Settings(data=tmp_path, limits=False))
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        yield client, app.state.services
    server.should_exit = True
    thread.join()


@contextmanager
def guest(server: Server, name: str = "Ann") -> Iterator[httpx.Client]:
    """Somebody who calls a server's API."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        token = client.post("/api/people", json={"name": name}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


Caller = Callable[..., httpx.Client]


@pytest.fixture
def caller(server: Server) -> Iterator[Caller]:
    """Makes API clients: each is a guest of its own."""
    made: list[httpx.Client] = []

    def call(name: str = "Ann", known: bool = True) -> httpx.Client:
        client = httpx.Client(base_url=server.url, timeout=PATIENCE)
        made.append(client)
        if known:
            token = client.post("/api/people", json={"name": name}).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
        return client

    yield call
    for client in made:
        client.close()


def new_table(client: httpx.Client, *seats: str, game: str = "northern", **more: Any) -> Any:
    answer = client.post("/api/tables", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def wait_for_turn(client: httpx.Client, table: str, seconds: float = 120) -> Any:
    """The choices, once there are some, or the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = client.get(f"/api/tables/{table}/choices").json()
        if found["your_turn"] or found["phase"] == "over":
            return found
        time.sleep(0.01)
    raise AssertionError("it never is my turn")


def wait_for_chances(client: httpx.Client, where: str, seconds: float = 240) -> Any:
    """Who was winning when, once a worker has looked the game over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = client.get(f"{where}/chances").json()
        if found["state"] == "ready":
            return found
        assert found["state"] == "busy", found
        time.sleep(0.2)
    raise AssertionError("the game is never looked over")


@contextmanager
def any_postgres() -> Iterator[Postgres]:
    pytest.importorskip("psycopg")
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with running_postgres(programs, free_port()) as made:
        yield made


@pytest.fixture(scope="session")
def shared_postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests that do not hurt it: making one takes seconds."""
    with any_postgres() as made:
        yield made


@pytest.fixture
def postgres(shared_postgres: Postgres) -> Postgres:
    """An empty database of this test's own."""
    shared_postgres.new_database()
    return shared_postgres


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Services]:
    """What a server has, on either database."""
    url = ""
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.url
    made = Services.build(Settings(data=tmp_path, database=url))
    yield made
    made.store.close()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test's own, to be stopped."""
    with any_postgres() as made:
        yield made


# The browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the browser tests need Chromium: install the package `chromium`"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--disable-dev-shm-usage",
            ],
        )
        yield made
        made.close()


Opener = Callable[..., Any]

# Somebody who knows the games and does not want to be shown each move of the others.
AT_HOME = """
localStorage.getItem('table speed') ?? localStorage.setItem('table speed', 'off');
for (const game of %s) localStorage.setItem(`knows ${game}`, '1');
"""


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Opener]:
    """Opens pages, each in a browser profile of its own; a script error fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_(
        path: str = "/", width: int = 1280, height: int = 800, new: bool = False, **more: Any
    ) -> Any:
        """`new`: somebody who has never been here, and is shown everything."""
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=server.url, **more
        )
        contexts.append(context)
        if not new:
            context.add_init_script(AT_HOME % json.dumps([box.id for box in registry.games()]))
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not errors
