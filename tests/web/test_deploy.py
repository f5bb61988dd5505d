"""What deploy/ says works: two servers behind a real nginx, on a real PostgreSQL, by HTTPS."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import PATIENCE, Server, new_table, running
from tests.web.nginx import DEPLOY, nginx, running_nginx
from tests.web.postgres import Postgres
from tests.web.processes import form_token

pytestmark = pytest.mark.slow

BEHIND: dict[str, Any] = {"proxies": ["127.0.0.1"], "secure": True}


def browser(url: str) -> httpx.Client:
    return httpx.Client(
        base_url=url,
        verify=False,
        timeout=PATIENCE,
        follow_redirects=True,
        headers={"accept": "text/html", "host": "rails.example"},
    )


def test_two_servers_behind_nginx(tmp_path: Path, postgres: Postgres) -> None:
    program = nginx()
    if program is None:
        pytest.skip("nginx is not installed")
    with (
        running(tmp_path / "one", database=postgres.url, settings=BEHIND) as one,
        running(tmp_path / "two", database=postgres.url, settings=BEHIND) as two,
        running_nginx(program, [one.port, two.port]) as url,
        browser(url) as web,
    ):
        page = web.get("/me")
        assert page.status_code == 200
        assert "secure" in page.headers["set-cookie"].lower()
        made = web.post(
            "/me/register",
            data={"csrf": form_token(page), "name": "Ann", "password": "seven red signals"},
        )
        assert made.status_code == 200
        for _ in range(6):  # whichever server answers
            assert "Ann" in web.get("/me").text
        table = web.post("/play", data={"csrf": form_token(web.get("/")), "game": "northern"})
        assert "/t/" in str(table.url)
        _stream_comes_through(web, str(table.url).removeprefix(url))
        _goes_on_when_one_is_killed(one, web)
        assert "max-age=2592000" in web.get("/static/style.css").headers["cache-control"]


def _stream_comes_through(web: httpx.Client, path: str) -> None:
    """An event arrives while the stream is still open: nginx keeps nothing back."""
    path = "/" + path.split("/", 3)[-1] if path.startswith("http") else path
    heard = threading.Event()

    def listen() -> None:
        with web.stream("GET", f"{path}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: ply"):
                    heard.set()
                    return

    thread = threading.Thread(target=listen)
    thread.start()
    assert heard.wait(PATIENCE)
    thread.join()


def _goes_on_when_one_is_killed(one: Server, web: httpx.Client) -> None:
    one.kill()
    for _ in range(8):
        assert web.get("/").status_code == 200
    with httpx.Client(base_url=web.base_url, verify=False, timeout=PATIENCE) as api:
        api.headers["host"] = "rails.example"
        token = api.post("/api/people", json={"name": "Bob"}).json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        assert new_table(api, "me", "bot:random", "bot:random")["phase"] == "playing"


def test_the_files_name_what_there_is() -> None:
    unit = (DEPLOY / "roundhouse@.service").read_text()
    for option in ("--proxy", "--https", "--log json", "ROUNDHOUSE_DATA"):
        assert option in unit
    names = {
        line.partition("=")[0] for line in (DEPLOY / "roundhouse.env").read_text().splitlines()
    }
    from roundhouse.web import settings

    source = Path(settings.__file__).read_text()
    for name in names:
        if name.startswith("ROUNDHOUSE_"):
            assert name.removeprefix("ROUNDHOUSE_") in source
