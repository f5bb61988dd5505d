"""Whatever is sent to the API, the server never breaks."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from tests.web.conftest import Caller, Server, new_table

pytestmark = pytest.mark.slow


def test_no_call_breaks_the_server(server: Server, caller: Caller) -> None:
    """Schemathesis makes up calls to every operation of the OpenAPI description, good and bad;
    some of them are sent to tables that exist."""
    client = caller("Fuzz")
    tables = [new_table(client, "me", "me", "bot:random")["id"] for _ in range(2)]
    description = httpx.get(f"{server.url}/api/openapi.json").json()
    schema = schemathesis.openapi.from_dict(description)
    headers = {"authorization": client.headers["authorization"]}
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream never ends

        @given(case=operation.as_strategy())
        @settings(
            max_examples=30,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def send(case: schemathesis.Case[Any]) -> None:
            nonlocal tried
            tried += 1
            if tried % 2 and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = tables[tried // 2 % 2]
            answer = case.call(base_url=server.url, headers=headers)
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert answer.json()["detail"]

        send()
    assert tried > 200
    assert client.get("/api/me").status_code == 200
