"""Many registrations at once must cost little memory and not lock others out."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from tests.web.conftest import TIMEOUT_S
from tests.web.in_process import PASSWORD
from tests.web.processes import Process, running_process

from roundhouse.web.accounts import passwords
from roundhouse.web.accounts.passwords import MAX_BY_ADDRESS, is_password
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import Full

FLOOD = 30
MAX_GROWTH_MB = 250  # two hashes of 64 MiB, and the server's own growth
PROMPT_S = 10.0


def guest(process: Process, address: str) -> httpx.Client:
    """Return the client of a new guest that connects from a loopback address."""
    transport = httpx.HTTPTransport(local_address=address)
    result = httpx.Client(base_url=process.url, timeout=TIMEOUT_S, transport=transport)
    token = result.post("/api/people", json={"name": ""}).json()["token"]
    result.headers["authorization"] = f"Bearer {token}"
    return result


def register(client: httpx.Client, name: str) -> httpx.Response:
    return client.post("/api/me/register", json={"name": name, "password": PASSWORD})


def test_flood_of_registrations_is_bounded(tmp_path: Path) -> None:
    with running_process(tmp_path, limits=False) as process:
        clients = [guest(process, "127.0.0.2") for _ in range(FLOOD)]
        other = guest(process, "127.0.0.3")
        before = process.memory_mb()
        with ThreadPoolExecutor(FLOOD) as threads:
            flood = [
                threads.submit(register, client, f"Flood {n}") for n, client in enumerate(clients)
            ]
            started = time.monotonic()
            assert register(other, "Ann").status_code == 200
            assert time.monotonic() - started < PROMPT_S
            responses = [attempt.result() for attempt in flood]
        growth = process.peak_memory_mb() - before
        for client in (*clients, other):
            client.close()
    refused = [response for response in responses if response.status_code != 200]
    assert len(refused) < FLOOD
    assert refused
    assert {response.status_code for response in refused} == {503}
    assert all(int(response.headers["retry-after"]) > 0 for response in refused)
    assert growth < MAX_GROWTH_MB


def test_registrations_count_by_address(tmp_path: Path) -> None:
    with running_process(tmp_path) as process:
        clients = [guest(process, "127.0.0.2") for _ in range(10)]
        statuses = [register(client, f"Name {n}").status_code for n, client in enumerate(clients)]
        other = guest(process, "127.0.0.3")
        assert register(other, "Ann").status_code == 200
        for client in (*clients, other):
            client.close()
    assert 429 in statuses


def test_passwords_of_one_address_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "hasher", PasswordHasher())  # at its real cost

    def attempt(_: int) -> bool | None:
        set_requester("192.0.2.1")
        try:
            return is_password(PASSWORD, None)
        except Full:
            return None

    with ThreadPoolExecutor(4 * MAX_BY_ADDRESS) as threads:
        results = list(threads.map(attempt, range(4 * MAX_BY_ADDRESS)))
    assert True not in results
    assert None in results
    assert results.count(False) >= MAX_BY_ADDRESS
