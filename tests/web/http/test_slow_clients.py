"""Clients that send slowly, and bodies that are slow to parse."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from tests.web.conftest import TIMEOUT_S, Server, guest_client, new_table, running_server

from roundhouse.web.app import create_app
from roundhouse.web.http.body_limit import (
    MAX_BODY_BYTES,
    MAX_FORM_FIELDS,
    MAX_JSON_VALUES,
    check_json,
)
from roundhouse.web.http.connection_limits import MAX_PIPELINED
from roundhouse.web.http.middleware import OuterMiddleware
from roundhouse.web.settings import Settings

HEAD_SECONDS = 2.0
SHORT = f"""
from roundhouse.web.http import connection_limits
connection_limits.HEAD_SECONDS = {HEAD_SECONDS}
connection_limits.UNREAD_SECONDS = {HEAD_SECONDS}
connection_limits.CHECK_SECONDS = 0.5
"""
LARGE = b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n"
ENOUGH = 100  # large responses, more than the buffers of the system hold
LIMIT = 12
REQUEST = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"limits": True, "address_connections": LIMIT}
    folder = tmp_path_factory.mktemp("slow")
    with running_server(folder, prelude=SHORT, settings=settings) as result:
        yield result


def connect(server: Server, address: str = "127.0.0.1") -> socket.socket:
    place = ("127.0.0.1", server.port)
    return socket.create_connection(place, TIMEOUT_S, source_address=(address, 0))


def is_closed_while(wire: socket.socket, send: Callable[[], object]) -> bool:
    """Send something again and again until the server closes the connection."""
    end = time.monotonic() + TIMEOUT_S
    wire.settimeout(0.2)
    while time.monotonic() < end:
        try:
            send()
            if not wire.recv(1000):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("first", [b"", REQUEST], ids=["first request", "next request"])
@pytest.mark.parametrize("drip", [False, True], ids=["one byte", "a byte at a time"])
def test_connection_with_an_incomplete_head_is_closed(
    server: Server, first: bytes, drip: bool
) -> None:
    with connect(server) as wire:
        wire.sendall(first)
        if first:
            assert wire.recv(1000).startswith(b"HTTP/1.1 200")
        wire.sendall(b"GET / HTTP/1.1\r\nx: " if drip else b"G")
        assert is_closed_while(wire, lambda: drip and wire.send(b"a"))


@pytest.mark.slow
@pytest.mark.parametrize("requests", [b"G", LARGE * ENOUGH], ids=["no head", "unread responses"])
def test_slow_connections_lock_an_address_out_only_for_a_while(
    server: Server, requests: bytes
) -> None:
    with ExitStack() as stack:
        for _ in range(LIMIT):
            stack.enter_context(connect(server, "127.0.0.5")).sendall(requests)
        transport = httpx.HTTPTransport(local_address="127.0.0.5")
        with httpx.Client(transport=transport, timeout=TIMEOUT_S) as client:
            end = time.monotonic() + TIMEOUT_S
            while client.get(f"{server.url}/health").status_code != 200:
                assert time.monotonic() < end
                time.sleep(0.2)


@pytest.mark.slow
def test_connection_with_too_many_pipelined_requests_is_closed(server: Server) -> None:
    """Each waiting request costs a hundred times the memory that it took to send."""
    with connect(server) as wire:
        wire.sendall(REQUEST * 10 * MAX_PIPELINED)
        received = b""
        with suppress(ConnectionResetError):
            while data := wire.recv(65_536):
                received += data
    assert received.count(b"HTTP/1.1 200") <= MAX_PIPELINED + 1


@pytest.mark.slow
def test_answers_may_take_longer_than_requests(server: Server) -> None:
    with guest_client(server) as ann:
        table = new_table(ann, "me", "me", "me")["id"]
        with ann.stream("GET", f"/t/{table}/events") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("data: ply 0") for line in lines)
            time.sleep(2 * HEAD_SECONDS)
            now = httpx.get(f"{server.url}/api/tables/{table}/choices", headers=ann.headers).json()
            body = {"ply": 0, "move": now["choices"][0]["move"]}
            httpx.post(
                f"{server.url}/api/tables/{table}/moves",
                json=body,
                headers=ann.headers,
                timeout=TIMEOUT_S,
            ).raise_for_status()
            assert any(line.startswith("data: ply 1") for line in lines)


@pytest.fixture
def client(tmp_path: Path) -> httpx.AsyncClient:
    app = create_app(Settings(data=tmp_path, limits=False))
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://x")


FORM = {"content-type": "application/x-www-form-urlencoded"}
TWO_TYPES = [*FORM.items(), ("content-type", "text/plain")]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/me/name", "/upload", "/new", "/t/abc/do/move", "/play"])
@pytest.mark.parametrize("field", [b"&", b"a=&"])
async def test_form_with_too_many_fields_is_refused(
    client: httpx.AsyncClient, path: str, field: bytes
) -> None:
    body = field * (MAX_BODY_BYTES // len(field))
    answer = await client.post(path, content=body, headers=FORM)
    assert (answer.status_code, "too many fields" in answer.text) == (413, True)
    disguised = await client.post(path, content=body, headers=TWO_TYPES)
    assert disguised.status_code == 413
    few = await client.post(path, content=field * MAX_FORM_FIELDS, headers=FORM)
    assert few.status_code in (400, 403)


JSON = {"content-type": "application/json"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path", ["/api/people", "/api/records", "/api/tables/abc/moves", "/boards/check"]
)
@pytest.mark.parametrize(
    "body",
    [
        b"{" + b",".join(b'"%x":0' % n for n in range(190_000)) + b"}",
        b"[" * 1_900_000,
        b'{"x":[' + b"{}," * 600_000 + b"{}]}",
        b'{"\\"":["' + b'","' * 600_000 + b'"]}',
    ],
    ids=["keys", "nested lists", "objects", "strings"],
)
async def test_json_with_too_many_values_is_refused(
    client: httpx.AsyncClient, path: str, body: bytes
) -> None:
    answer = await client.post(path, content=body, headers=JSON)
    assert (answer.status_code, "too many values" in answer.text) == (413, True)


def test_long_strings_of_json_are_no_values() -> None:
    for text in ('a, [b] "c" {d}\\', "\\", '"', '\\"'):
        check_json(json.dumps({"name": "x", "text": text * 100_000}).encode())
    check_json(json.dumps({"moves": ["lay fargo"] * (MAX_JSON_VALUES - 2)}).encode())
    with pytest.raises(HTTPException):
        check_json(json.dumps({"moves": ["lay fargo"] * MAX_JSON_VALUES}).encode())


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/api/people", "/api/tables/abc/moves", "/boards/check"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32-le"])
async def test_values_cannot_hide_in_another_encoding(
    client: httpx.AsyncClient, path: str, encoding: str
) -> None:
    """With an escaped quote, what follows looks like a string where it is UTF-8."""
    body = ('{"\\"":1,"data":[' + "[]," * 100_000 + "[]]}").encode(encoding)
    answer = await client.post(path, content=body, headers=JSON)
    assert (answer.status_code, "UTF-8" in answer.text) == (400, True)


@pytest.mark.anyio
async def test_cookies_with_escapes_are_not_read() -> None:
    """Python before 3.11.10 needs quadratic time: 60 KB stopped the server for seconds."""
    cookies = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        cookies.append(Request(scope).cookies)
        await Response()(scope, receive, send)

    transport = httpx.ASGITransport(OuterMiddleware(note))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        await client.get("/", headers={"cookie": 'a=1; b="' + '\\"' * 30_000 + '"; c="3"'})
    assert cookies == [{"a": "1", "c": "3"}]


@pytest.mark.anyio
async def test_body_has_one_deadline_for_all_parts(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.http.body_limit.BODY_SECONDS", 0.5)

    async def drip() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.1)

    async with asyncio.timeout(TIMEOUT_S):
        answer = await client.post("/api/people", content=drip())
    assert answer.status_code == 408
