"""Forms from elsewhere, cookies, limits, links that were withdrawn."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, Server

from roundhouse.web.errors import TooMany
from roundhouse.web.security import LARGEST_BODY, Limits, Signer

PAGE = {"accept": "text/html"}


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as client:
        yield client


def token(page: httpx.Response) -> str:
    found = re.search(r'<meta name="csrf" content="([^"]+)"', page.text)
    assert found
    return found.group(1)


@pytest.mark.slow
def test_a_form_needs_the_token_of_its_own_session(visitor: httpx.Client, server: Server) -> None:
    mine = token(visitor.get("/"))
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as other:
        foreign = token(other.get("/"))
    for given in ("", "x", foreign):
        refused = visitor.post("/play", data={"game": "northern", "csrf": given})
        assert refused.status_code == 403
        assert "Open the page again" in refused.text
    taken = visitor.post("/play", data={"game": "northern", "csrf": mine})
    assert (taken.status_code, taken.headers["location"][:3]) == (303, "/t/")


@pytest.mark.slow
def test_the_api_does_not_take_a_cookie_alone(visitor: httpx.Client) -> None:
    mine = token(visitor.get("/"))
    visitor.post("/me/name", data={"name": "Ann", "csrf": mine})
    body = {"game": "northern", "seats": ["me", "open", "open"]}
    assert visitor.post("/api/tables", json=body).status_code == 403
    assert visitor.post("/api/tables", json=body, headers={"x-csrf": mine}).status_code == 201
    forged = {"authorization": "Bearer x.y"}
    assert visitor.get("/api/me", headers=forged).status_code == 401


@pytest.mark.slow
def test_cookies_and_headers(visitor: httpx.Client) -> None:
    page = visitor.get("/")
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "set-cookie" not in visitor.get("/").headers  # a session is made once
    assert (
        visitor.post("/theme", data={"back": "//evil.example", "csrf": token(page)}).headers[
            "location"
        ]
        == "/"
    )


@pytest.mark.slow
def test_a_withdrawn_invitation_is_no_longer_good(visitor: httpx.Client, server: Server) -> None:
    mine = token(visitor.get("/"))
    made = visitor.post(
        "/new",
        data={
            "csrf": mine,
            "game": "northern",
            "seats": "3",
            "seat0": "me",
            "seat1": "open",
            "seat2": "bot:beginner",
        },
    )
    table = made.headers["location"]
    link = re.search(r"/i/[\w-]{20,}", visitor.get(table).text)
    assert link
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as friend:
        assert friend.get(link.group()).status_code == 200
        visitor.post(f"{table}/do/new-invite", data={"csrf": mine, "seat": "1"})
        assert friend.get(link.group()).status_code == 404
        theirs = token(friend.get("/"))
        assert friend.post(link.group(), data={"csrf": theirs}).status_code == 404
        assert (
            friend.post(f"{table}/do/new-invite", data={"csrf": theirs, "seat": "1"}).status_code
            == 403
        )
        assert "/i/" not in friend.get(table).text
    fresh = re.search(r"/i/[\w-]{20,}", visitor.get(table).text)
    assert fresh
    assert fresh.group() != link.group()


@pytest.mark.slow
def test_a_bad_board_file_is_refused_with_the_reason(visitor: httpx.Client) -> None:
    mine = token(visitor.get("/"))
    form = {
        "csrf": mine,
        "game": "northern",
        "seats": "3",
        "seat0": "me",
        "seat1": "bot:beginner",
        "seat2": "bot:beginner",
    }
    bad = visitor.post("/new", data=form, files={"board_file": ("mine.toml", b"[meta]\nid = 3")})
    assert bad.status_code == 422
    assert "mine.toml" in bad.text
    own = visitor.get("/g/northern/board.toml").text.replace(
        "[canvas]\nwidth = 1200", "[canvas]\nwidth = 1201"
    )
    good = visitor.post("/new", data=form, files={"board_file": ("mine.toml", own.encode())})
    assert good.status_code == 303
    assert visitor.get(good.headers["location"]).status_code == 200


@pytest.mark.slow
def test_too_much_is_refused(visitor: httpx.Client) -> None:
    assert visitor.post("/upload", content=b"x" * (LARGEST_BODY + 1)).status_code == 413


def test_limits_leak() -> None:
    limits = Limits(on=True)
    most, _ = limits.rates["login"]
    for _ in range(most):
        limits.take("login", "ann")
    with pytest.raises(TooMany) as refused:
        limits.take("login", "ann")
    assert refused.value.wait >= 1
    limits.take("login", "bob")


def test_tokens_are_the_servers_own() -> None:
    signer, other = Signer("a"), Signer("b")
    made = signer.new_token()
    assert signer.good(made)
    assert not other.good(made)
    assert not signer.good("")
    assert not signer.good(made + "é")
    assert signer.good_form(made, signer.form_token(made))
    assert not signer.good_form(made, signer.form_token(signer.new_token()))


@pytest.mark.slow
def test_rate_limits_are_on_by_default(tmp_path: Path) -> None:
    from roundhouse.web.settings import Settings

    assert Settings(data=tmp_path).limits


@pytest.mark.slow
def test_bots_answer_within_a_second(visitor: httpx.Client) -> None:
    """On a machine where nothing was compiled: the interpreter answers."""
    mine = token(visitor.get("/"))
    where = visitor.post("/play", data={"game": "northern", "csrf": mine}).headers["location"]
    table = where.removeprefix("/t/")
    seen = -1
    for _ in range(4):
        begun = time.monotonic()
        while visitor.get(f"/api/tables/{table}").json()["ply"] == seen:
            if visitor.get(f"/api/tables/{table}/choices").json()["your_turn"]:
                return
            assert time.monotonic() - begun < 120  # a second, on a machine with nothing else to do
        seen = visitor.get(f"/api/tables/{table}").json()["ply"]
