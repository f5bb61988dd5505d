"""Attacks from one address on a server, while its players have another one."""

from __future__ import annotations

import random
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
from harness import ROOT, ServerProcess, free_port, running_servers
from tests.web.postgres import Postgres, find_postgres_programs, running_postgres
from tests.web.processes import form_token

from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import GameLibrary
from web import start_match

SECONDS = 3.0  # duration of attacks and faults that last


@dataclass
class Cluster:
    """Servers on one database."""

    servers: list[ServerProcess]
    postgres: Postgres | None
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]


@contextmanager
def running_cluster(servers: int, has_postgres: bool, **settings: Any) -> Iterator[Cluster]:
    with ExitStack() as stack:
        postgres = None
        if has_postgres:
            programs = find_postgres_programs()
            assert programs is not None, "PostgreSQL is not installed"
            options = "-c fsync=on -c max_connections=200"
            postgres = stack.enter_context(running_postgres(programs, free_port(), options))
            settings["database"] = postgres.url
        yield Cluster(stack.enter_context(running_servers(servers, **settings)), postgres)


ATTACKER = "127.0.0.66"
FORM = {"content-type": "application/x-www-form-urlencoded"}
Attack = Callable[[httpx.Client, int], object]


def attack(cluster: Cluster, clients: int, act: Attack, seconds: float = SECONDS) -> None:
    """Let clients of one address repeat something for some seconds.

    Refusals are expected.
    """
    end = time.monotonic() + seconds

    def run(n: int) -> None:
        transport = httpx.HTTPTransport(local_address=ATTACKER)
        with httpx.Client(transport=transport, base_url=cluster.urls[0], timeout=30) as client:
            while time.monotonic() < end:
                with suppress(httpx.HTTPError, KeyError):
                    act(client, n)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def sign_in(client: httpx.Client) -> None:
    if "authorization" not in client.headers:
        token = client.post("/api/people", json={"name": "Eve"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"


def drip_heads(cluster: Cluster) -> None:
    """Send the heads of requests byte by byte through 200 connections."""
    with ExitStack() as stack:
        wires = []
        for _ in range(200):
            place = ("127.0.0.1", cluster.servers[0].port)
            wire = socket.create_connection(place, 10, source_address=(ATTACKER, 0))
            wires.append(stack.enter_context(wire))
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            for wire in wires:
                with suppress(OSError):
                    wire.send(b"G")
            time.sleep(0.2)


def read_nothing(cluster: Cluster) -> None:
    """Send many requests through 200 connections, and read no response."""
    requests = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with ExitStack() as stack:
        for _ in range(200):
            place = ("127.0.0.1", cluster.servers[0].port)
            wire = socket.create_connection(place, 10, source_address=(ATTACKER, 0))
            stack.enter_context(wire).sendall(requests)
        time.sleep(SECONDS)


def send_ahead(cluster: Cluster) -> None:
    """Send requests through 20 connections as fast as they are read, without waiting."""
    requests = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5000

    def run() -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            place = ("127.0.0.1", cluster.servers[0].port)
            with (
                suppress(OSError),
                socket.create_connection(place, SECONDS, source_address=(ATTACKER, 0)) as wire,
            ):
                while time.monotonic() < end:
                    wire.sendall(requests)

    threads = [threading.Thread(target=run) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def send_escaped_cookies(cluster: Cluster) -> None:
    headers = {"cookie": 'a="' + '\\"' * 30_000 + '"'}
    attack(cluster, 8, lambda client, n: client.get("/health", headers=headers))


def send_hidden_values(cluster: Cluster) -> None:
    """Send JSON whose values look like a string unless it is read as UTF-16."""
    body = ('{"\\"":1,"seats":[' + "[]," * 300_000 + "[]]}").encode("utf-16-le")
    headers = {"content-type": "application/json"}
    attack(cluster, 8, lambda client, n: client.post("/api/people", content=body, headers=headers))


def send_test_webhooks(cluster: Cluster) -> None:
    """Send test notifications to a receiver that never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as receiver:
        address = f"http://127.0.0.1:{receiver.getsockname()[1]}/"

        def act(client: httpx.Client, n: int) -> None:
            page = client.get("/me/notices", headers={"accept": "text/html"})
            form = {"csrf": form_token(page)}
            client.cookies.update(page.cookies)
            page = client.post(
                "/me/notices/webhook",
                data={**form, "address": address},
                headers={"accept": "text/html"},
                follow_redirects=True,
            )
            channel = page.text.partition('name="channel" value="')[2].partition('"')[0]
            client.post("/me/notices/try", data={**form, "channel": channel})

        attack(cluster, 12, act)


def analyze_games(cluster: Cluster) -> None:
    """Ask for the reviews of many finished games."""
    match = Match(registry.load("northern"), 3)
    match.advance(cluster.rng)
    while not match.over:
        words = match.game.text(cluster.rng.choice(match.state.legal()))
        match.submit(match.state.turn, words, match.ply)
        match.advance(cluster.rng)
    text = match.record().dumps()

    def act(client: httpx.Client, n: int) -> None:
        sign_in(client)
        record = client.post("/api/records", json={"text": text}).json()["id"]
        client.post(f"/api/records/{record}/chances")

    attack(cluster, 8, act)


def send_forms(cluster: Cluster) -> None:
    body = b"&" * 1_900_000
    attack(cluster, 8, lambda client, n: client.post("/me/name", content=body, headers=FORM))


def register(cluster: Cluster) -> None:
    def act(client: httpx.Client, n: int) -> None:
        sign_in(client)
        login = {"name": f"Eve {secrets.token_hex(6)}", "password": secrets.token_hex(8)}
        client.post("/api/me/register", json=login)
        del client.headers["authorization"]

    attack(cluster, 56, act)


def upload_boards(cluster: Cluster) -> None:
    text = (ROOT / "src/roundhouse/games/northern/board.toml").read_text()

    def act(client: httpx.Client, n: int) -> None:
        sign_in(client)
        client.post("/api/games/northern/boards", json={"name": "mine", "text": text})

    attack(cluster, 12, act)


def read_replays(cluster: Cluster) -> None:
    """Request replays of a long game with 8 connections."""
    match = start_match(GameLibrary(Boards(Database("sqlite://")), Reader()), "rails", 1000)
    with httpx.Client(base_url=cluster.urls[0], timeout=60) as client:
        sign_in(client)
        text = match.record().dumps()
        record = client.post("/api/records", json={"text": text}).json()["id"]
    headers = {"accept": "text/html"}
    attack(cluster, 8, lambda client, n: client.get(f"/r/{record}?ply={n}", headers=headers))


def race_tournaments(cluster: Cluster) -> None:
    """Start tournaments while players enter and leave, and look for damaged ones."""
    users = []
    for n in range(5):
        client = httpx.Client(base_url=cluster.urls[0], timeout=30, follow_redirects=True)
        page = client.get("/me", headers={"accept": "text/html"})
        form = {"csrf": form_token(page), "name": f"R{n} {secrets.token_hex(4)}"}
        page = client.post("/me/register", data={**form, "password": secrets.token_hex(8)})
        users.append((client, {"csrf": form_token(client.get("/me"))}))
    host, form = users[0]
    fields = {"game": "northern", "kind": "robin", "seats": 3, "clock": "quick"}
    path = host.post("/tournaments", data={**form, **fields}).url.path
    for _ in range(3):
        host.post(f"{path}/bot", data={**form, "level": "random"})
    calls = [partial(host.post, f"{path}/begin", data=form)]
    calls += [
        partial(client.post, f"{path}/{command}", data=form)
        for client, form in users[1:]
        for command in ("enter", "leave")
    ]
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    data = host.get(f"/api{path}").json()
    assert not data["damage"], data
    for client, _ in users:
        client.close()
