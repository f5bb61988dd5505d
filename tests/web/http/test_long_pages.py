"""Long pages of one address do not take Python's lock and threads from others."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S
from tests.web.tables.test_records import random_record

from roundhouse.core.game import Game
from roundhouse.web.app import create_app
from roundhouse.web.http.threads import run_long_page
from roundhouse.web.settings import Settings
from roundhouse.web.tables import replay_page
from roundhouse.web.tables.replay_context import replay_context

FLOOD, PAGES = "1.2.3.4", 6


async def status_of(app: Any, address: str, path: str) -> int:
    """Return the status of a page for a client at an address."""
    transport = httpx.ASGITransport(app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        return (await client.get(path, headers={"accept": "text/html"})).status_code


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/docs", "/boards/edit/northern"])
async def test_pages_that_take_long_wait_for_their_address(tmp_path: Path, path: str) -> None:
    app, go_on = create_app(Settings(data=tmp_path)), threading.Event()
    first = asyncio.create_task(run_long_page(FLOOD, go_on.wait, TIMEOUT_S))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(status_of(app, FLOOD, path))
    assert await status_of(app, "5.6.7.8", path) == 200
    assert not waiting.done()
    go_on.set()
    assert (await first, await waiting) == (True, 200)


@pytest.mark.anyio
async def test_one_address_gets_one_long_page_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(data=tmp_path))
    text = random_record("northern")
    record = app.state.services.storage.records.save_record("abc", "northern", text, "ann")
    running, most, go_on = 0, 0, threading.Event()
    lock, context_of = threading.Lock(), replay_context

    def count(*arguments: object, **named: object) -> object:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        assert go_on.wait(TIMEOUT_S)
        with lock:
            running -= 1
        return context_of(*arguments, **named)  # type: ignore[arg-type]

    ask = partial(status_of, app)
    monkeypatch.setattr(replay_page, "replay_context", count)
    pages = [asyncio.create_task(ask(FLOOD, f"/r/{record}?ply={n}")) for n in range(PAGES)]
    while not running:
        await asyncio.sleep(0.01)
    other = asyncio.create_task(ask("5.6.7.8", f"/r/{record}"))
    while running < 2:
        await asyncio.sleep(0.01)
    assert await ask("5.6.7.8", "/rules") in (200, 404)  # threads are left for other pages
    go_on.set()
    assert {*await asyncio.gather(other, *pages)} == {200}
    assert most == 2  # one of each address


def test_readers_of_a_record_share_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(Settings(data=tmp_path))
    services = app.state.services
    services.storage.records.save_record("abc", "northern", random_record("northern"), "ann")
    log = services.records.replay("abc", None).views.log(None)
    assert log
    monkeypatch.setattr(Game, "sentence", None)  # nothing is computed again
    assert services.records.replay("abc", None).views.log(None) == log
