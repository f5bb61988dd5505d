"""No request to the API causes a server error."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from tests.web.conftest import TIMEOUT_S, ClientFactory, Server, new_table

pytestmark = pytest.mark.slow


def test_no_call_returns_a_server_error(server: Server, new_client: ClientFactory) -> None:
    """Schemathesis generates valid and invalid calls to every operation.

    Some of the calls use tables that exist.
    """
    client, leaving = new_client("Fuzz"), new_client("Leaving")
    tables = [new_table(client, "me", "me", "bot:random")["id"] for _ in range(2)]
    text = client.get(f"/api/tables/{tables[0]}/record").text
    record = client.post("/api/records", json={"text": text}).json()["id"]
    description = httpx.get(f"{server.url}/api/openapi.json", timeout=TIMEOUT_S).json()
    schema = schemathesis.openapi.from_dict(description)
    tried: dict[str, int] = {}
    for n, result in enumerate(schema.get_all_operations()):
        assert isinstance(result, Ok), result
        operation = result.ok()
        if operation.path.endswith("/events"):
            continue  # an endless response
        who = (
            leaving if operation.path.startswith("/api/me/") else client
        )  # may sign the client out
        existing_ids = {"table": tables[n % 2], "record": record, "game": "northern"}
        tried[operation.label] = _send_all(operation, server, who, existing_ids)
    calls = sum(len(methods) for methods in description["paths"].values())
    assert len(tried) == calls - 1
    assert sum(tried.values()) > 200
    assert client.get("/api/me").status_code == 200


def _send_all(
    operation: Any, server: Server, who: httpx.Client, existing_ids: dict[str, str]
) -> int:
    """Send calls of one operation, half with existing ids; return their number."""
    headers = {"authorization": who.headers["authorization"]}
    slow = operation.path.endswith("/sign-in")  # password hashing is slow
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
            if tried % 2 and name in existing_ids:
                case.path_parameters[name] = existing_ids[name]
        answer = case.call(base_url=server.url, headers=headers, timeout=TIMEOUT_S)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["detail"]

    send()
    return tried
