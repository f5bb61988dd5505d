"""Plain routes are matched first, and parse requests as FastAPI would."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.routing import Match, Route
from uvicorn.server import ServerState

from roundhouse.web.app import create_app
from roundhouse.web.http.connection_limits import MAX_HEAD_BYTES, limit_headers
from roundhouse.web.routes import API
from roundhouse.web.settings import Settings

JSON = "application/json"


class Caller:
    """A client that calls the app directly, without a connection."""

    def __init__(self, app: FastAPI, token: str = "") -> None:
        self.app, self.token = app, token

    def ask(
        self, method: str, path: str, body: Any = None, content: bytes | None = None, **headers: str
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            known = {"authorization": f"Bearer {self.token}"} if self.token else {}
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await client.request(
                    method, path, json=body, content=content, headers={**known, **headers}
                )

        return asyncio.run(ask())


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    app = create_app(Settings(data=Path(tmp_path_factory.mktemp("plain_routes")), limits=False))
    ann = Caller(app)
    ann.token = ann.ask("POST", "/api/people", {"name": "Ann"}).json()["token"]
    yield ann
    app.state.services.storage.database.close()


@pytest.fixture(scope="module")
def fastapi(ann: Caller) -> Caller:
    """A client of the routes as FastAPI serves them by their description."""
    app = FastAPI(exception_handlers=cast(Any, ann.app.exception_handlers))
    app.state.services = ann.app.state.services
    for routers in API.values():
        for router in routers:
            app.include_router(router)
    return Caller(app, ann.token)


@pytest.fixture(scope="module")
def table(ann: Caller) -> str:
    """Return a table at which nothing is played."""
    return create_table(ann)


def create_table(ann: Caller) -> str:
    response = ann.ask("POST", "/api/tables", {"game": "northern", "seats": ["me"] * 3})
    return str(response.json()["id"])


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
        "/api/tables/{}/replay?ply=1&ply=0",
        "/api/tables/{}/view?seat=",
        "/api/tables/{}/view?seat=99999999999999999999",
        "/api/tables/{}/view?seat=%2B1",
    ],
)
def test_plain_routes_answer_like_fastapi(
    ann: Caller, fastapi: Caller, table: str, path: str
) -> None:
    plain, full = (client.ask("GET", path.format(table)) for client in (ann, fastapi))
    assert plain.status_code == full.status_code
    if not path.endswith("nothing"):  # each app has its own words for this
        assert plain.text == full.text
        assert plain.headers["content-type"] == full.headers["content-type"]


INVALID: list[dict[str, Any]] = [
    {"body": {"ply": "x", "move": "lay fargo"}},
    {"body": {"move": "lay fargo"}},
    {"body": {"ply": 0, "move": "a" * 500}},
    {"body": {"ply": 0, "moves": ["a"] * 51}},
    {"body": []},
    {"body": None},
    {"content": b"null", "content-type": JSON},
    {"content": b'{"ply": 0,', "content-type": JSON},
    {"content": b"\xff\xfe\xfd", "content-type": JSON},
    {"content": b'{"ply": 0}', "content-type": "text/plain"},
    {"content": b'{"ply": 0}'},
]


@pytest.mark.parametrize("request_", INVALID)
@pytest.mark.parametrize("call", ["moves", "order", "ask", "undo"])
def test_invalid_bodies_are_refused_like_fastapi(
    ann: Caller, fastapi: Caller, table: str, call: str, request_: dict[str, Any]
) -> None:
    where = f"/api/tables/{table}/{call}"
    plain, full = (client.ask("POST", where, **request_) for client in (ann, fastapi))
    if full.status_code in (400, 422):
        assert (plain.status_code, plain.text) == (full.status_code, full.text)
    else:  # the body is valid for this command
        assert plain.status_code not in (400, 422)
    assert ann.ask("GET", f"/api/tables/{table}").json()["ply"] == 0


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        ({"ply": 0, "move": "fly to the moon"}, JSON, 422),
        ({"ply": 3, "move": "lay fargo"}, JSON, 409),
        ({"ply": 0, "move": "invest small fargo"}, f"{JSON}; charset=utf-8", 200),
        ({"ply": 0, "move": "invest small fargo"}, "Application/JSON", 200),
        ({"ply": 0, "move": "invest small fargo"}, "application/a+json", 200),
        ({"ply": 0, "move": "invest small fargo"}, "application/jsonp", 422),
    ],
)
def test_moves(ann: Caller, body: Any, content_type: str, status: int) -> None:
    table = create_table(ann)
    headers: dict[str, Any] = {"content-type": content_type}
    assert ann.ask("POST", f"/api/tables/{table}/moves", body, **headers).status_code == status
    assert ann.ask("GET", f"/api/tables/{table}").json()["ply"] == (status == 200)


def test_unknown_users_get_401(ann: Caller, fastapi: Caller, table: str) -> None:
    where = f"/api/tables/{table}"
    for forged in ("Bearer nobody", "bearer x.y"):
        responses = [client.ask("GET", where, authorization=forged) for client in (ann, fastapi)]
        assert [answer.status_code for answer in responses] == [401, 401]
        assert responses[0].text == responses[1].text
    body = {"ply": 0, "move": "lay fargo"}
    assert ann.ask("POST", f"{where}/moves", body, authorization="").status_code == 401


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/t/abc"),
        ("GET", "/t/abc/now"),
        ("GET", "/t/abc/step"),
        ("POST", "/t/abc/do/move"),
        ("GET", "/api/tables/abc"),
        ("GET", "/api/tables/abc/choices"),
        ("POST", "/api/tables/abc/moves"),
    ],
)
def test_frequent_requests_are_matched_by_plain_routes(ann: Caller, method: str, path: str) -> None:
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    matching = (r for r in ann.app.routes if r.matches(scope)[0] == Match.FULL)
    assert type(next(matching)) is Route


@pytest.mark.parametrize("path", ["/t/abc/move", "/t/abc/hint", "/t/abc/fork", "/r/abc/chances"])
def test_old_addresses_of_forms_redirect(ann: Caller, path: str) -> None:
    before, _, command = path.rpartition("/")
    response = ann.ask("POST", path)
    assert (response.status_code, response.headers["location"]) == (307, f"{before}/do/{command}")


def test_unusual_addresses_of_tables(ann: Caller, table: str) -> None:
    where = f"/api/tables/{table}"
    assert ann.ask("GET", f"{where}/").status_code == 307
    assert ann.ask("POST", f"{where}/view").status_code == 405
    assert ann.ask("GET", f"{where}/moves").status_code == 405
    assert ann.ask("POST", f"{where}/nothing").status_code == 404
    assert ann.ask("GET", f"/t/{table}/step").status_code == 422
    assert ann.ask("GET", f"/t/{table}/step").json() == {"detail": "ply: Field required"}


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
def test_endless_request_head_is_refused(kind: str) -> None:
    """Check on a connection to the server's protocol; a body may be longer."""
    begin, more = ENDLESS[kind]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(begin: bytes, more: bytes, times: int) -> bytes:
        config = uvicorn.Config(app, lifespan="off", log_level="critical")
        config.load()
        http: Any = limit_headers(config.http_protocol_class)
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
            except ConnectionError:  # the server closed the connection early
                return b"closed"
            finally:
                writer.close()

    refused = asyncio.run(ask(begin, more, 8 * MAX_HEAD_BYTES // len(more)))
    assert refused in (b"HTTP/1.1 400", b"closed")
    long_body = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % (4 * MAX_HEAD_BYTES)
    assert asyncio.run(ask(long_body, b"a" * MAX_HEAD_BYTES, 4)) == b"HTTP/1.1 200"
