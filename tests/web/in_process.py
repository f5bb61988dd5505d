"""A server in the process of the test, and users of its pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.web.conftest import TIMEOUT_S, data_folder, find_free_port
from tests.web.processes import PAGE

from roundhouse.web.app import create_app
from roundhouse.web.http.request_context import COOKIE
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

PASSWORD = "seven red signals"


class Site:
    """A running server, its services and the users who signed in."""

    def __init__(self, url: str, services: Services) -> None:
        self.url, self.services = url, services
        self._users: list[PageUser] = []

    def add_user(self, name: str, has_account: bool = True) -> PageUser:
        self._users.append(PageUser(self, name, has_account))
        return self._users[-1]

    def close(self) -> None:
        for user in self._users:
            user.web.close()


class PageUser:
    """A user of the pages, with an account or as a guest, without JavaScript."""

    def __init__(self, site: Site, name: str, has_account: bool = True) -> None:
        self.name = name
        self.web = httpx.Client(
            base_url=site.url, headers=PAGE, follow_redirects=True, timeout=TIMEOUT_S
        )
        services = site.services
        session = services.signer.new_token()
        user = services.users.create_guest(session, "" if has_account else name)
        if has_account:
            session = services.users.register(user, name, PASSWORD)
        self.id, self.token = user.id, services.signer.form_token(session)
        self.web.cookies.set(COOKIE, session, domain=self.web.base_url.host)

    def get(self, path: str) -> httpx.Response:
        return self.web.get(path)

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.web.post(path, data={"csrf": self.token, **fields})


@contextmanager
def running_site(data: Path, **settings: Any) -> Iterator[Site]:
    options: dict[str, Any] = {"limits": False, "workers": 1, "bot_pause": 0.0, **settings}
    app = create_app(Settings(data=data_folder(data), **options))
    port = find_free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        site = Site(f"http://127.0.0.1:{port}", app.state.services)
        yield site
    finally:
        site.close()
        app.state.services.watchers.close()
        server.should_exit = True
        thread.join()


def open_page_as(
    browser: Any, site: Site, user: PageUser, size: tuple[int, int], **options: Any
) -> Iterator[Any]:
    """Yield a Chromium page for a signed-in user; script errors fail the test."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=site.url, **options
    )
    context.add_cookies(
        [{"name": "roundhouse", "value": user.web.cookies["roundhouse"], "url": site.url}]
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_S * 1000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors
