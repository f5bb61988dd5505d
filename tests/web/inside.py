"""A server in the process of the test, with its own settings; and visitors to its pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.web.conftest import PATIENCE, free_port
from tests.web.processes import PAGE, form_token

from roundhouse.web.app import create_app
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

PASSWORD = "seven red signals"


class Inside:
    def __init__(self, url: str, services: Services) -> None:
        self.url, self.services = url, services
        self._visitors: list[Visitor] = []

    def person(self, name: str, **more: Any) -> Visitor:
        self._visitors.append(Visitor(self, name, **more))
        return self._visitors[-1]

    def close(self) -> None:
        for visitor in self._visitors:
            visitor.web.close()


class Visitor:
    """Somebody with a browser that has no scripts: an account."""

    def __init__(self, at: Inside, name: str, account: bool = True) -> None:
        self.name = name
        self.web = httpx.Client(
            base_url=at.url, headers=PAGE, follow_redirects=True, timeout=PATIENCE
        )
        self.token = form_token(self.web.get("/me"))
        if account:
            made = self.post("/me/register", name=name, password=PASSWORD)
        else:
            made = self.post("/me/name", name=name)
        assert made.status_code == 200, made.text
        self.token = form_token(self.web.get("/me"))
        found = at.services.people.of_token(self.web.cookies["roundhouse"])
        assert found is not None
        self.id = found.id

    def get(self, path: str) -> httpx.Response:
        return self.web.get(path)

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.web.post(path, data={"csrf": self.token, **fields})


@contextmanager
def inside(data: Path, **settings: Any) -> Iterator[Inside]:
    chosen: dict[str, Any] = {"limits": False, "workers": 1, "bot_pause": 0.0, **settings}
    app = create_app(Settings(data=data, **chosen))
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        made = Inside(f"http://127.0.0.1:{port}", app.state.services)
        yield made
    finally:
        made.close()
        app.state.services.watchers.close()
        server.should_exit = True
        thread.join()


def opened(
    browser: Any, house: Inside, who: Visitor, size: tuple[int, int], **more: Any
) -> Iterator[Any]:
    """A page of Chromium for somebody who is known here; nothing goes wrong in it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=house.url, **more
    )
    context.add_cookies(
        [{"name": "roundhouse", "value": who.web.cookies["roundhouse"], "url": house.url}]
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors
