"""The express answers as the long way does, and what is not plainly in order goes the long way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from uvicorn.server import ServerState

from roundhouse.web.app import create_app
from roundhouse.web.express import Express
from roundhouse.web.heads import LONGEST, bounded
from roundhouse.web.settings import Settings

JSON = "application/json"
LONG_WAY = {"content-type": f"{JSON}; charset=utf-8"}  # so nobody is served by the express


class Caller:
    """Somebody who asks the app itself, without a wire."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.token = self.ask("POST", "/api/people", {"name": "Ann"}).json()["token"]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            wire = httpx.ASGITransport(self.app)
            known = {"authorization": f"Bearer {self.token}"} if hasattr(self, "token") else {}
            async with httpx.AsyncClient(transport=wire, base_url="http://test") as client:
                return await client.request(method, path, json=body, headers={**known, **headers})

        return asyncio.run(ask())


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    app = create_app(Settings(data=Path(tmp_path_factory.mktemp("express")), limits=False))
    yield Caller(app)
    app.state.services.store.close()


@pytest.fixture
def table(ann: Caller) -> str:
    laid = ann.ask("POST", "/api/tables", {"game": "northern", "seats": ["me"] * 3})
    return str(laid.json()["id"])


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/{}",
        "/api/tables/{}/choices",
        "/api/tables/{}/choices?seat=1",
        "/api/tables/{}/choices?seat=7",
        "/api/tables/{}/choices?seat=x",
        "/api/tables/{}/view?seat=0",
        "/api/tables/{}/log",
        "/api/tables/{}/replay?ply=0&seat=0",
        "/api/tables/{}/drawings",
        "/api/tables/nowhere",
        "/api/tables/Nowhere",
        "/api/tables/{}/nothing",
        "/t/{}/now?since=0",
    ],
)
def test_both_ways_answer_alike(ann: Caller, table: str, path: str) -> None:
    asked = path.format(table)
    more = "&" if "?" in asked else "?"
    short, long = ann.ask("GET", asked), ann.ask("GET", f"{asked}{more}nobody-asked=1")
    assert (short.status_code, short.text) == (long.status_code, long.text)
    assert short.headers["content-type"] == long.headers["content-type"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"ply": 0, "move": "fly to the moon"}, 422),
        ({"ply": 3, "move": "lay fargo"}, 409),
        ({"ply": "x", "move": "lay fargo"}, 422),
        ({"move": "lay fargo"}, 422),
        ({"ply": 0, "move": "a" * 500}, 422),
        ([], 422),
        (None, 422),
    ],
)
def test_both_ways_refuse_alike(ann: Caller, table: str, body: Any, status: int) -> None:
    where = f"/api/tables/{table}/moves"
    short, long = ann.ask("POST", where, body), ann.ask("POST", where, body, **LONG_WAY)
    assert (short.status_code, short.text) == (long.status_code, long.text)
    assert short.status_code == status
    assert ann.ask("GET", f"/api/tables/{table}").json()["ply"] == 0


def test_who_is_not_known_is_told_so_by_both(ann: Caller, table: str) -> None:
    where = f"/api/tables/{table}"
    for forged in ("Bearer nobody", "bearer x.y"):
        answers = [ann.ask("GET", where + more, authorization=forged) for more in ("", "?x=1")]
        assert [answer.status_code for answer in answers] == [401, 401]
        assert answers[0].text == answers[1].text
    body = {"ply": 0, "move": "lay fargo"}
    for way in ({}, LONG_WAY):
        moved = ann.ask("POST", f"{where}/moves", body, authorization="", **way)
        assert moved.status_code == 401


def test_what_is_asked_most_needs_nothing_of_the_long_way(ann: Caller, table: str) -> None:
    async def no_way(*_: Any) -> None:
        raise AssertionError("the long way")

    around: list[Any] = list(ann.app.user_middleware)
    made = next(each for each in around if each.cls is Express)
    express = Express(no_way, **made.kwargs)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await express({**scope, "app": ann.app}, receive, send)

    caller = Caller.__new__(Caller)
    caller.app, caller.token = app, ann.token  # type: ignore[assignment]
    where = f"/api/tables/{table}"
    assert caller.ask("GET", where).json()["turn"] == 0
    first = caller.ask("GET", f"{where}/choices?seat=0").json()["choices"][0]["move"]
    moved = caller.ask("POST", f"{where}/moves", {"ply": 0, "move": first})
    assert (moved.status_code, moved.json()["ply"]) == (200, 1)
    assert caller.ask("GET", f"/t/{table}/now?since=0").status_code == 200
    with pytest.raises(AssertionError, match="the long way"):
        caller.ask("GET", f"{where}/")


ENDLESS = {
    "header": (b"GET / HTTP/1.1\r\nhost: x\r\nx: ", b"a" * 4096),
    "headers": (b"GET / HTTP/1.1\r\nhost: x\r\n", b"x: a\r\n" * 700),
    "address": (b"GET /", b"a" * 4096),
    "trailers": (
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
        b"x: a\r\n" * 700,
    ),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_head_has_an_end(kind: str) -> None:
    """On a wire, to the protocol that the server uses; a body may be longer."""
    begin, more = ENDLESS[kind]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(begin: bytes, more: bytes, times: int) -> bytes:
        config = uvicorn.Config(app, lifespan="off", log_level="critical")
        config.load()
        http: Any = bounded(config.http_protocol_class)
        loop = asyncio.get_running_loop()
        state = ServerState()
        place = await loop.create_server(
            lambda: http(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        async with place:
            reader, writer = await asyncio.open_connection(*place.sockets[0].getsockname()[:2])
            writer.write(begin)
            try:
                for _ in range(times):
                    writer.write(more)
                    await writer.drain()
                return await asyncio.wait_for(reader.read(12), 60)
            except ConnectionError:  # closed before all of it was read
                return b"closed"
            finally:
                writer.close()

    refused = asyncio.run(ask(begin, more, 8 * LONGEST // len(more)))
    assert refused in (b"HTTP/1.1 400", b"closed")
    posted = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % (4 * LONGEST)
    assert asyncio.run(ask(posted, b"a" * LONGEST, 4)) == b"HTTP/1.1 200"
