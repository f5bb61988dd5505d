"""Security headers on every response, HEAD requests, and NUL bytes in input."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from tests.web.conftest import TIMEOUT_S, Server
from tests.web.processes import PAGE, form_token

from roundhouse.table.errors import Refusal
from roundhouse.web.accounts.storage import Accounts
from roundhouse.web.app import create_app
from roundhouse.web.http.body_limit import MAX_BODY_BYTES, TOO_BIG
from roundhouse.web.http.middleware import BROKEN, HEADERS
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.storage.tables import TableRows
from roundhouse.web.tables.uploaded_records import Records


def _has_security_headers(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[httpx.AsyncClient]:
    """A client of an app with routes that raise an error."""
    app = create_app(Settings(data=tmp_path, hsts=True))

    async def raise_error(request: Request) -> Response:
        raise RuntimeError("a secret of the server")

    app.add_route("/breaks", raise_error)
    app.add_route("/api/breaks", raise_error)
    yield httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table")
    app.state.services.storage.database.close()


@pytest.mark.anyio
async def test_internal_error_has_the_headers_and_no_details(
    broken: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    for path, headers in (("/breaks", PAGE), ("/breaks", {}), ("/api/breaks", PAGE)):
        answer = await broken.get(path, headers=headers)
        assert (answer.status_code, BROKEN in answer.text) == (500, True)
        assert _has_security_headers(answer)
        assert "secret" not in answer.text
    assert "a secret of the server" in caplog.text  # the error is logged


@pytest.mark.anyio
async def test_hsts_header_follows_the_setting(broken: httpx.AsyncClient, tmp_path: Path) -> None:
    assert (await broken.get("/about")).headers["strict-transport-security"] == "max-age=31536000"
    plain = create_app(Settings(data=tmp_path))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(plain), base_url="http://table"
    ) as client:
        assert "strict-transport-security" not in (await client.get("/about")).headers
    plain.state.services.storage.database.close()


@pytest.mark.slow
def test_oversized_body_returns_413_with_the_headers(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as client:
        csrf_token = form_token(client.get("/"))
        declared = client.post("/upload", content=b"x" * (MAX_BODY_BYTES + 1))

        def parts() -> Iterator[bytes]:  # chunked: without a Content-Length header
            for _ in range(MAX_BODY_BYTES // 50_000 + 2):
                yield b"x" * 50_000

        kind = {"content-type": "application/json", "x-csrf": csrf_token}
        streamed = client.post("/api/people", content=parts(), headers=kind)
        for answer in (declared, streamed):
            assert (answer.status_code, TOO_BIG in answer.text) == (413, True)
            assert _has_security_headers(answer)
        assert client.get("/").status_code == 200


@pytest.mark.slow
def test_no_cache_stores_what_is_private(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client:
        token = client.post("/api/people", json={"name": "Cass"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        seats = {"game": "northern", "seats": ["me", "open", "open"]}
        table = client.post("/api/tables", json=seats).json()["id"]
        private = ["/api/me", "/api/tables", "/api/friends", "/api/nothing", "/me", "/health"]
        private += [f"/api/tables/{table}{more}" for more in ("", "/view", "/choices", "/record")]
        private += [f"/t/{table}/record", f"/api/tables/{table}/invitations", "/t/none"]
        for path in private:
            assert client.get(path).headers.get("cache-control") == "no-store", path
        client.headers["authorization"] = "Bearer invalid"
        assert client.get("/api/me").headers["cache-control"] == "no-store"
        assert client.get("/static/style.css").headers.get("cache-control") is None
        picture = client.get("/g/northern/picture.svg").headers.get_list("cache-control")
        assert picture == ["max-age=600"]


@pytest.mark.slow
def test_head_is_answered_like_get(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as client:
        csrf_token = form_token(client.get("/"))
        table = client.post("/play", data={"game": "northern", "csrf": csrf_token}).headers[
            "location"
        ]
        for path in ("/", "/about", "/api/games", table, "/static/style.css", f"{table}/events"):
            response = client.head(path)
            assert (response.status_code, response.content) == (200, b""), path
            assert _has_security_headers(response)
        assert client.head("/").headers["content-type"] == client.get("/").headers["content-type"]
        assert client.head("/nowhere").status_code == 404


def _nul_requests(table: str) -> list[tuple[str, str]]:
    return [
        ("GET", "/t/a%00b"),
        ("GET", "/r/a%00b"),
        ("GET", "/i/a%00b"),
        ("GET", "/g/northern/board?board=a%00b"),
        ("GET", f"/t/{table}/replay?seat=%00"),
        ("GET", "/api/tables/a%00b"),
        ("GET", "/api/invitations/a%00b"),
        ("GET", "/api/games/a%00b/rules"),
        ("GET", "/static/a%00b"),
    ]


def check_nul(url: str) -> None:
    """Check that a NUL byte in any input gets at most a client error."""
    with httpx.Client(base_url=url, headers=PAGE, timeout=TIMEOUT_S) as client:
        csrf_token = form_token(client.get("/"))
        where = client.post("/play", data={"game": "northern", "csrf": csrf_token}).headers[
            "location"
        ]
        for method, path in _nul_requests(where.removeprefix("/t/")):
            answer = client.request(method, path)
            assert answer.status_code in (400, 404), (path, answer.status_code)
        record = client.get(f"{where}/record").text
        fields = [
            ("/me/name", {"name": "N\0ul"}),
            ("/me/sign-in", {"name": "N\0ul", "password": "N\0ul"}),
            ("/play", {"game": "nor\0thern"}),
            (f"{where}/move", {"ply": "0", "move": "lay\0fargo"}),
            (f"{where}/do/join", {"invite": "a\0b"}),
            (f"{where}/do/\0", {}),
            ("/new", {"game": "northern", "seats": "3", "seat0": "me", "board": "a\0b"}),
            ("/upload", {"text": record.replace("northern", "north\0ern")}),
            ("/upload", {"text": record + "\0"}),
            ("/theme", {"theme": "da\0rk", "back": "/\0"}),
            ("/me/register", {"name": "N\0ul", "password": "steam\0engine"}),
        ]
        for path, data in fields:
            answer = client.post(path.replace("\0", "%00"), data={**data, "csrf": csrf_token})
            assert answer.status_code < 500, (path, data, answer.text)
            assert "This form has expired" not in answer.text
        token = client.post("/api/people", json={"name": "Z\0ero"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        calls = [
            ("/api/tables", {"game": "northern", "seats": ["me", "open", "guest:a\0b"]}),
            (f"/api/tables/{where[3:]}/join", {"invite": "a\0b", "name": "a\0b"}),
            ("/api/records", {"text": record + "0 lay\0fargo"}),
            ("/api/games/northern/boards", {"name": "a\0b", "text": "a = '\0'"}),
            ("/api/me/sign-in", {"name": "a\0b", "password": "a\0b"}),
        ]
        for path, body in calls:
            answer = client.post(path, json=body)
            assert answer.status_code < 500, (path, body, answer.text)
        board_text = client.get("/g/northern/board.toml").text
        body = {"name": "mine\0", "text": board_text.replace("width = 1200", "width = 1204")}
        answer = client.post("/api/games/northern/boards", json=body)
        assert answer.status_code < 500, answer.text
        assert client.get("/").status_code == 200


@pytest.mark.slow
def test_nul_bytes_break_nothing(server: Server) -> None:
    check_nul(server.url)


def test_database_refuses_nul_bytes(tmp_path: Path) -> None:
    """SQLite would accept NUL bytes, but both databases must behave alike."""
    database = Database(f"sqlite:///{tmp_path / 'site.sqlite'}")
    tables = TableRows(database)
    with pytest.raises(Refusal, match="NUL"):
        tables.table("a\0b")
    with pytest.raises(Refusal, match="NUL"):
        tables.chair_of_invite("\0")
    with pytest.raises(Refusal, match="NUL"):
        Records(database).save_record("r", "northern", "text\0", "ann")
    with pytest.raises(Refusal, match="NUL"):
        Accounts(database).rename_guest("ann", "N\0ul")
    database.close()


@pytest.mark.anyio
async def test_stalled_body_returns_408(
    broken: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.http.body_limit.BODY_SECONDS", 0.05)

    async def endless_body() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)

    answer = await broken.post("/api/people", content=endless_body())
    assert (answer.status_code, _has_security_headers(answer)) == (408, True)
