"""One address and one user get no more than their share of the upload processes."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import httpx
import pytest
from tests.web.accounts.test_password_flood import guest
from tests.web.conftest import TIMEOUT_S
from tests.web.processes import running_process
from tests.web.sinks import eventually

from roundhouse.play import registry
from roundhouse.table.errors import Clash
from roundhouse.web.app import create_app
from roundhouse.web.boards.upload_sandbox import MAX_BY_ADDRESS, MAX_BY_USER
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import Full
from roundhouse.web.http.gate import Gate, Share
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

GUESTS = 3
UPLOADS = 4  # of each guest at once: more than all places together


def upload(client: httpx.Client) -> int:
    body = {"name": "mine", "text": registry.text("northern", "board.toml")}
    return client.post("/api/games/northern/boards", json=body).status_code


def test_uploads_of_one_address_leave_places_for_others(tmp_path: Path) -> None:
    with running_process(tmp_path, limits=False) as process:
        flood = [guest(process, "127.0.0.2") for _ in range(GUESTS)]
        other = guest(process, "127.0.0.3")
        with ThreadPoolExecutor(GUESTS * UPLOADS) as threads:
            attempts = [threads.submit(upload, client) for client in flood * UPLOADS]
            assert next(as_completed(attempts)).result() == 503
            assert upload(other) in (200, 201)
            statuses = [attempt.result() for attempt in attempts]
        for client in (*flood, other):
            client.close()
    assert statuses.count(503) >= GUESTS * UPLOADS - 2 * MAX_BY_ADDRESS


@pytest.fixture
def gate() -> Gate:
    share = Share(1, MAX_BY_ADDRESS)
    return Gate(2, 6, TIMEOUT_S, "busy", address=share, user=Share(1, MAX_BY_USER))


def test_user_has_one_place_and_one_in_the_queue(gate: Gate) -> None:
    entered: list[str] = []
    leave = threading.Event()

    def hold(user: str) -> None:
        with gate.enter(user):
            entered.append(user)
            assert leave.wait(TIMEOUT_S)

    with ThreadPoolExecutor(4) as threads:
        attempts = [threads.submit(hold, "ann") for _ in range(MAX_BY_USER)]
        eventually(lambda: entered == ["ann"])
        with pytest.raises(Full), gate.enter("ann"):
            pass
        attempts.append(threads.submit(hold, "bob"))  # overtakes what waits for ann
        eventually(lambda: entered == ["ann", "bob"])
        leave.set()
        for finished in attempts:
            finished.result()
    assert sorted(entered) == ["ann", "ann", "bob"]


def test_address_that_uses_nothing_is_next(gate: Gate) -> None:
    entered: list[str] = []
    leave = {address: threading.Event() for address in ("a", "b", "c")}

    def hold(address: str) -> None:
        set_requester(address)
        with gate.enter():
            entered.append(address)
            assert leave[address].wait(TIMEOUT_S)

    with ThreadPoolExecutor(6) as threads:
        threads.submit(hold, "a")
        eventually(lambda: entered == ["a"])
        threads.submit(hold, "b")
        eventually(lambda: entered == ["a", "b"])
        threads.submit(hold, "a")
        time.sleep(0.05)
        threads.submit(hold, "c")
        time.sleep(0.05)
        leave["b"].set()
        eventually(lambda: entered == ["a", "b", "c"])
        for event in leave.values():
            event.set()
    assert entered == ["a", "b", "c", "a"]


def test_guests_of_one_address_share_its_places(gate: Gate) -> None:
    entered: list[str] = []
    leave = threading.Event()

    def hold(address: str, user: str) -> None:
        set_requester(address)
        with gate.enter(user):
            entered.append(user)
            assert leave.wait(TIMEOUT_S)

    with ThreadPoolExecutor(MAX_BY_ADDRESS + 1) as threads:
        attempts = [threads.submit(hold, "a", f"guest{n}") for n in range(MAX_BY_ADDRESS)]
        eventually(lambda: len(gate._running + gate._waiting) == MAX_BY_ADDRESS)
        set_requester("a")
        with pytest.raises(Full), gate.enter("another guest"):
            pass
        attempts.append(threads.submit(hold, "b", "bob"))
        eventually(lambda: "bob" in entered)
        assert len(entered) == 2  # one of each address
        leave.set()
        for finished in attempts:
            finished.result()


def test_users_have_a_quota_of_boards(
    db_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.boards.storage.MAX_BOARDS", 2)
    stored = db_services.storage.boards
    for digest in ("one", "two", "one"):  # the same board again
        stored.add(digest, "northern", "Mine", "text", "ann")
    with pytest.raises(Clash, match="2 boards"):
        stored.add("three", "northern", "Mine", "text", "ann")
    assert stored.find("three") is None
    stored.add("three", "northern", "Mine", "text", "bob")
    stored.remove_owner("one", "ann")
    stored.add("three", "northern", "Mine", "text", "ann")


@pytest.mark.anyio
async def test_boards_of_an_address_are_limited_over_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests cost nothing, so a quota of users alone would bound nothing."""
    assert RateLimits.rates["boards"][1] * 60 * 24 <= 200
    monkeypatch.setitem(RateLimits.rates, "boards", (1, 0.001))
    app = create_app(Settings(data=tmp_path))
    body = {"name": "mine", "text": registry.text("northern", "board.toml")}
    for address, status in (("1.2.3.4", 201), ("1.2.3.4", 429), ("5.6.7.8", 201)):
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            token = (await client.post("/api/people", json={})).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            path = "/api/games/northern/boards"
            answer = await client.post(path, json=body, headers=headers)
            assert answer.status_code == status, answer.text
