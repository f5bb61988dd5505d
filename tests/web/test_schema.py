"""Whatever is sent to the API, the server never breaks."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from tests.web.conftest import PATIENCE, Caller, Server, new_table

pytestmark = pytest.mark.slow


def test_no_call_breaks_the_server(server: Server, caller: Caller) -> None:
    """Schemathesis makes up calls to every operation of the OpenAPI description, good and bad;
    some of them are sent to tables that exist."""
    client, leaving = caller("Fuzz"), caller("Leaving")
    tables = [new_table(client, "me", "me", "bot:random")["id"] for _ in range(2)]
    text = client.get(f"/api/tables/{tables[0]}/record").text
    record = client.post("/api/records", json={"text": text}).json()["id"]
    description = httpx.get(f"{server.url}/api/openapi.json", timeout=PATIENCE).json()
    schema = schemathesis.openapi.from_dict(description)
    tried: dict[str, int] = {}
    for n, found in enumerate(schema.get_all_operations()):
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream never ends
        who = leaving if operation.path.startswith("/api/me/") else client  # may end the session
        known = {"table": tables[n % 2], "record": record, "game": "northern"}
        tried[operation.label] = _send_all(operation, server, who, known)
    calls = sum(len(methods) for methods in description["paths"].values())
    assert len(tried) == calls - 1
    assert sum(tried.values()) > 200
    assert client.get("/api/me").status_code == 200


def _send_all(operation: Any, server: Server, who: httpx.Client, known: dict[str, str]) -> int:
    """Calls of one operation, every other to something that exists; says how many."""
    headers = {"authorization": who.headers["authorization"]}
    slow = operation.path.endswith("/sign-in")  # passwords take their time
    tried = 0

    @given(case=operation.as_strategy())
    @settings(
        max_examples=4 if slow else 12,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: schemathesis.Case[Any]) -> None:
        nonlocal tried
        tried += 1
        for name in case.path_parameters or {}:
            if tried % 2 and name in known:
                case.path_parameters[name] = known[name]
        answer = case.call(base_url=server.url, headers=headers, timeout=PATIENCE)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["detail"]

    send()
    return tried
