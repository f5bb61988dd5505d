"""Cross-site requests, cookies, request limits and replaced invitations."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, Server

from roundhouse.web.accounts.sessions import Signer
from roundhouse.web.http.body_limit import MAX_BODY_BYTES
from roundhouse.web.http.errors import TooMany
from roundhouse.web.http.rate_limits import RateLimits

PAGE = {"accept": "text/html"}


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as client:
        yield client


def token(page: httpx.Response) -> str:
    match = re.search(r'<meta name="csrf" content="([^"]+)"', page.text)
    assert match
    return match.group(1)


@pytest.mark.slow
def test_form_needs_the_token_of_its_session(visitor: httpx.Client, server: Server) -> None:
    csrf_token = token(visitor.get("/"))
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as other:
        foreign = token(other.get("/"))
    for value in ("", "x", foreign):
        refused = visitor.post("/play", data={"game": "northern", "csrf": value})
        assert refused.status_code == 403
        assert "Reload the page and try again" in refused.text
    accepted = visitor.post("/play", data={"game": "northern", "csrf": csrf_token})
    assert (accepted.status_code, accepted.headers["location"][:3]) == (303, "/t/")


@pytest.mark.slow
def test_api_needs_more_than_a_cookie(visitor: httpx.Client) -> None:
    csrf_token = token(visitor.get("/"))
    visitor.post("/me/name", data={"name": "Ann", "csrf": csrf_token})
    body = {"game": "northern", "seats": ["me", "open", "open"]}
    assert visitor.post("/api/tables", json=body).status_code == 403
    assert visitor.post("/api/tables", json=body, headers={"x-csrf": csrf_token}).status_code == 201
    forged = {"authorization": "Bearer x.y"}
    assert visitor.get("/api/me", headers=forged).status_code == 401


@pytest.mark.slow
def test_cookies_and_headers_are_restrictive(visitor: httpx.Client) -> None:
    page = visitor.get("/")
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "set-cookie" not in visitor.get("/").headers  # only the first response sets the cookie
    assert (
        visitor.post("/theme", data={"back": "//evil.example", "csrf": token(page)}).headers[
            "location"
        ]
        == "/"
    )


@pytest.mark.slow
def test_replaced_invitation_is_invalid(visitor: httpx.Client, server: Server) -> None:
    csrf_token = token(visitor.get("/"))
    response = visitor.post(
        "/new",
        data={
            "csrf": csrf_token,
            "game": "northern",
            "seats": "3",
            "seat0": "me",
            "seat1": "open",
            "seat2": "bot:beginner",
        },
    )
    table = response.headers["location"]
    link = re.search(r"/i/[\w-]{20,}", visitor.get(table).text)
    assert link
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as friend:
        assert friend.get(link.group()).status_code == 200
        visitor.post(f"{table}/do/new-invite", data={"csrf": csrf_token, "seat": "1"})
        assert friend.get(link.group()).status_code == 404
        friend_token = token(friend.get("/"))
        assert friend.post(link.group(), data={"csrf": friend_token}).status_code == 404
        assert (
            friend.post(
                f"{table}/do/new-invite", data={"csrf": friend_token, "seat": "1"}
            ).status_code
            == 403
        )
        assert "/i/" not in friend.get(table).text
    fresh = re.search(r"/i/[\w-]{20,}", visitor.get(table).text)
    assert fresh
    assert fresh.group() != link.group()


@pytest.mark.slow
def test_invalid_board_file_is_refused_with_the_reason(visitor: httpx.Client) -> None:
    csrf_token = token(visitor.get("/"))
    form = {
        "csrf": csrf_token,
        "game": "northern",
        "seats": "3",
        "seat0": "me",
        "seat1": "bot:beginner",
        "seat2": "bot:beginner",
    }
    bad = visitor.post("/new", data=form, files={"board_file": ("mine.toml", b"[meta]\nid = 3")})
    assert bad.status_code == 422
    assert "mine.toml" in bad.text
    board_text = visitor.get("/g/northern/board.toml").text.replace(
        "[canvas]\nwidth = 1200", "[canvas]\nwidth = 1201"
    )
    good = visitor.post("/new", data=form, files={"board_file": ("mine.toml", board_text.encode())})
    assert good.status_code == 303
    assert visitor.get(good.headers["location"]).status_code == 200


@pytest.mark.slow
def test_oversized_upload_returns_413(visitor: httpx.Client) -> None:
    assert visitor.post("/upload", content=b"x" * (MAX_BODY_BYTES + 1)).status_code == 413


def test_rate_limits_are_per_key() -> None:
    limits = RateLimits(on=True)
    most, _ = limits.rates["login"]
    for _ in range(most):
        limits.take("login", "ann")
    with pytest.raises(TooMany) as refused:
        limits.take("login", "ann")
    assert refused.value.wait >= 1
    limits.take("login", "bob")


def test_tokens_of_another_server_are_invalid() -> None:
    signer, other = Signer("a"), Signer("b")
    result = signer.new_token()
    assert signer.is_valid(result)
    assert not other.is_valid(result)
    assert not signer.is_valid("")
    assert not signer.is_valid(result + "é")
    assert signer.is_valid_form(result, signer.form_token(result))
    assert not signer.is_valid_form(result, signer.form_token(signer.new_token()))


@pytest.mark.slow
def test_rate_limits_are_on_by_default(tmp_path: Path) -> None:
    from roundhouse.web.settings import Settings

    assert Settings(data=tmp_path).limits


@pytest.mark.slow
def test_bots_answer_promptly_without_compiled_code(visitor: httpx.Client) -> None:
    """Bots answer interpreted while nothing is compiled."""
    csrf_token = token(visitor.get("/"))
    where = visitor.post("/play", data={"game": "northern", "csrf": csrf_token}).headers["location"]
    table = where.removeprefix("/t/")
    last_ply = -1
    for _ in range(4):
        started = time.monotonic()
        while visitor.get(f"/api/tables/{table}").json()["ply"] == last_ply:
            if visitor.get(f"/api/tables/{table}/choices").json()["your_turn"]:
                return
            # Less than a second on an idle machine.
            assert time.monotonic() - started < 120
        last_ply = visitor.get(f"/api/tables/{table}").json()["ply"]
