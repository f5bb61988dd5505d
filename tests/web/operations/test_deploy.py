"""The files in deploy/: two servers behind nginx with HTTPS, on PostgreSQL."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, Server, new_table, running_server
from tests.web.nginx import DEPLOY, find_nginx, running_nginx
from tests.web.postgres import Postgres
from tests.web.processes import form_token

pytestmark = pytest.mark.slow

BEHIND_PROXY: dict[str, Any] = {"proxies": ["127.0.0.1"], "secure": True}


def browser(url: str) -> httpx.Client:
    return httpx.Client(
        base_url=url,
        verify=False,
        timeout=TIMEOUT_S,
        follow_redirects=True,
        headers={"accept": "text/html", "host": "rails.example"},
    )


def test_two_servers_work_behind_nginx(tmp_path: Path, postgres: Postgres) -> None:
    program = find_nginx()
    if program is None:
        pytest.skip("nginx is not installed")
    with (
        running_server(tmp_path / "one", database=postgres.url, settings=BEHIND_PROXY) as one,
        running_server(tmp_path / "two", database=postgres.url, settings=BEHIND_PROXY) as two,
        running_nginx(program, [one.port, two.port]) as url,
        browser(url) as web,
    ):
        page = web.get("/me")
        assert page.status_code == 200
        assert "secure" in page.headers["set-cookie"].lower()
        response = web.post(
            "/me/register",
            data={"csrf": form_token(page), "name": "Ann", "password": "seven red signals"},
        )
        assert response.status_code == 200
        for _ in range(6):  # nginx picks a server for each request
            assert "Ann" in web.get("/me").text
        table = web.post("/play", data={"csrf": form_token(web.get("/")), "game": "northern"})
        assert "/t/" in str(table.url)
        _check_stream(web, str(table.url).removeprefix(url))
        _check_failover(one, web)
        assert "max-age=2592000" in web.get("/static/style.css").headers["cache-control"]


def _check_stream(web: httpx.Client, path: str) -> None:
    """Check that nginx forwards an event while the stream is still open."""
    path = "/" + path.split("/", 3)[-1] if path.startswith("http") else path
    event = threading.Event()

    def listen() -> None:
        with web.stream("GET", f"{path}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: ply"):
                    event.set()
                    return

    thread = threading.Thread(target=listen)
    thread.start()
    assert event.wait(TIMEOUT_S)
    thread.join()


def _check_failover(one: Server, web: httpx.Client) -> None:
    one.kill()
    for _ in range(8):
        assert web.get("/").status_code == 200
    with httpx.Client(base_url=web.base_url, verify=False, timeout=TIMEOUT_S) as api:
        api.headers["host"] = "rails.example"
        token = api.post("/api/people", json={"name": "Bob"}).json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        assert new_table(api, "me", "bot:random", "bot:random")["phase"] == "playing"


def test_nginx_limits_the_requests_of_an_address(tmp_path: Path) -> None:
    program = find_nginx()
    if program is None:
        pytest.skip("nginx is not installed")
    limit = re.search(r"burst=(\d+)", (DEPLOY / "nginx.conf").read_text())
    assert limit
    with (
        running_server(tmp_path, settings=BEHIND_PROXY) as server,
        running_nginx(program, [server.port]) as url,
        browser(url) as web,
    ):
        with ThreadPoolExecutor(8) as threads:  # faster than the rate of the limit
            requests = [threads.submit(web.get, "/health") for _ in range(4 * int(limit[1]))]
            statuses = {request.result().status_code for request in requests}
        assert statuses == {200, 429}


def test_deployment_files_use_existing_options() -> None:
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
