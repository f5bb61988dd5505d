"""NUL bytes on PostgreSQL, which rejects them where SQLite does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.conftest import running_server
from tests.web.http.test_headers import check_nul
from tests.web.postgres import Postgres

pytestmark = pytest.mark.slow


def test_nul_bytes_are_handled_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    with running_server(tmp_path, database=postgres.url) as server:
        check_nul(server.url)
