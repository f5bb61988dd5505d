"""Every answer has the security headers, errors too; HEAD is answered; NUL bytes break nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from tests.web.conftest import PATIENCE, Server
from tests.web.processes import PAGE, form_token

from roundhouse.web.app import create_app
from roundhouse.web.errors import Refusal
from roundhouse.web.guard import BROKEN, TOO_BIG
from roundhouse.web.security import HEADERS, LARGEST_BODY
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Store


def _dressed(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[httpx.AsyncClient]:
    """An app with pages that break."""
    app = create_app(Settings(data=tmp_path, hsts=True))

    async def breaks(request: Request) -> Response:
        raise RuntimeError("a secret of the server")

    app.add_route("/breaks", breaks)
    app.add_route("/api/breaks", breaks)
    yield httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table")
    app.state.services.store.close()


@pytest.mark.anyio
async def test_an_error_of_ours_has_the_headers_and_tells_nothing(
    broken: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    for path, headers in (("/breaks", PAGE), ("/breaks", {}), ("/api/breaks", PAGE)):
        answer = await broken.get(path, headers=headers)
        assert (answer.status_code, BROKEN in answer.text) == (500, True)
        assert _dressed(answer)
        assert "secret" not in answer.text
    assert "a secret of the server" in caplog.text  # it was written down


@pytest.mark.anyio
async def test_hsts_is_there_when_asked_for(broken: httpx.AsyncClient, tmp_path: Path) -> None:
    assert (await broken.get("/about")).headers["strict-transport-security"] == "max-age=31536000"
    plain = create_app(Settings(data=tmp_path))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(plain), base_url="http://table"
    ) as client:
        assert "strict-transport-security" not in (await client.get("/about")).headers
    plain.state.services.store.close()


@pytest.mark.slow
def test_what_is_too_big_is_refused_with_the_headers(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as client:
        mine = form_token(client.get("/"))
        declared = client.post("/upload", content=b"x" * (LARGEST_BODY + 1))

        def parts() -> Iterator[bytes]:  # no length is said beforehand
            for _ in range(LARGEST_BODY // 50_000 + 2):
                yield b"x" * 50_000

        kind = {"content-type": "application/json", "x-csrf": mine}
        streamed = client.post("/api/people", content=parts(), headers=kind)
        for answer in (declared, streamed):
            assert (answer.status_code, TOO_BIG in answer.text) == (413, True)
            assert _dressed(answer)
        assert client.get("/").status_code == 200


@pytest.mark.slow
def test_head_is_answered_like_get(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as client:
        mine = form_token(client.get("/"))
        table = client.post("/play", data={"game": "northern", "csrf": mine}).headers["location"]
        for path in ("/", "/about", "/api/games", table, "/static/style.css", f"{table}/events"):
            asked = client.head(path)
            assert (asked.status_code, asked.content) == (200, b""), path
            assert _dressed(asked)
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
    """No NUL byte, wherever it stands, is more than a bad request."""
    with httpx.Client(base_url=url, headers=PAGE, timeout=PATIENCE) as client:
        mine = form_token(client.get("/"))
        where = client.post("/play", data={"game": "northern", "csrf": mine}).headers["location"]
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
            answer = client.post(path.replace("\0", "%00"), data={**data, "csrf": mine})
            assert answer.status_code < 500, (path, data, answer.text)
            assert "not sent from this site" not in answer.text
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
        own = client.get("/g/northern/board.toml").text
        body = {"name": "mine\0", "text": own.replace("width = 1200", "width = 1204")}
        answer = client.post("/api/games/northern/boards", json=body)
        assert answer.status_code < 500, answer.text
        assert client.get("/").status_code == 200


@pytest.mark.slow
def test_nul_bytes_break_nothing(server: Server) -> None:
    check_nul(server.url)


def test_a_nul_never_reaches_a_database(tmp_path: Path) -> None:
    """On SQLite too, where it would do no harm: what is good here is good there."""
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    with pytest.raises(Refusal, match="NUL"):
        store.table("a\0b")
    with pytest.raises(Refusal, match="NUL"):
        store.chair_of_invite("\0")
    with pytest.raises(Refusal, match="NUL"):
        store.keep_record("r", "northern", "text\0", "ann")
    with pytest.raises(Refusal, match="NUL"):
        store.change_person("ann", name="N\0ul")
    store.close()


@pytest.mark.anyio
async def test_a_body_that_does_not_come_is_not_waited_for(
    broken: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.guard.BODY_SECONDS", 0.05)

    async def never() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)

    answer = await broken.post("/api/people", content=never())
    assert (answer.status_code, _dressed(answer)) == (408, True)
