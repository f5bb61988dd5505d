"""NUL bytes on PostgreSQL, which breaks on them where SQLite does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.conftest import running
from tests.web.postgres import Postgres
from tests.web.test_headers import check_nul

pytestmark = pytest.mark.slow


def test_nul_bytes_break_nothing_there_either(postgres: Postgres, tmp_path: Path) -> None:
    with running(tmp_path, database=postgres.url) as server:
        check_nul(server.url)
