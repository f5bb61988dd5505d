"""Operating a server: admin commands, metrics and logs."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, find_free_port
from tests.web.in_process import PASSWORD, running_site
from tests.web.storage.test_migrations import create_database
from tests.web.table_setup import create_table, move

from roundhouse.cli.main import main
from roundhouse.web.operations.logs import (
    JSON,
    JsonLogFormatter,
    TextLogFormatter,
    configure_logging,
)
from roundhouse.web.operations.metrics import part_of
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings


def test_restore_replaces_the_database_and_keeps_the_old_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = create_table(services, "ann", "bob", "cem")
    copy = tmp_path / "copy.sqlite"
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 0
    move(services, table, "ann", "lay fargo")
    with services.storage.database.engine.connect() as db:
        db.exec_driver_sql("select count(*) from people")  # the database is in use
        assert main(["admin", "restore", str(copy), "--data", str(tmp_path)]) == 1
        assert "stop the server first" in capsys.readouterr().err
    services.storage.database.close()
    assert main(["admin", "restore", str(copy), "--data", str(tmp_path)]) == 0
    saved = next(tmp_path.glob("roundhouse.sqlite.before-*"))
    assert str(saved) in capsys.readouterr().out
    for file, plies in ((tmp_path / "roundhouse.sqlite", 0), (saved, 1)):
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("select ply from tables").fetchone() == (plies,)
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"not a database at all" * 100)
    assert main(["admin", "restore", str(broken), "--data", str(tmp_path)]) == 1
    assert "is not a database" in capsys.readouterr().err
    assert main(["admin", "restore", str(tmp_path / "none"), "--data", str(tmp_path)]) == 1


def test_admin_commands_list_users_and_close_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data_option = ["--data", str(tmp_path)]
    assert main(["admin", "users", *data_option]) == 1
    assert "does not exist" in capsys.readouterr().err
    with running_site(tmp_path) as site:
        ann, bob = site.add_user("Ann"), site.add_user("Bob")
        table = create_table(site.services, ann.id, bob.id, "cem")
        assert main(["admin", "users", "an", *data_option]) == 0
        out = capsys.readouterr().out
        assert ann.id in out
        assert bob.id not in out
        assert main(["admin", "close", table, *data_option]) == 0
        assert main(["admin", "close", table, *data_option]) == 1
        with site.services.tables.at(table) as result:
            assert result.phase == "over"
        ann.post(f"/t/{table}/talk/say", words="rubbish")
        site.services.social.chat.report(1, bob.id, "rude")
        capsys.readouterr()
        assert main(["admin", "reports", *data_option]) == 0
        assert "rubbish  (rude)" in capsys.readouterr().out
        assert main(["admin", "statistics", *data_option]) == 0
        assert "2  accounts" in capsys.readouterr().out
        assert main(["admin", "password", "Ann", *data_option]) == 0
        password = capsys.readouterr().out.strip()
        assert "You are a guest" in ann.get("/me").text
        ann.token = _token(ann.get("/me").text)
        assert ann.post("/me/sign-in", name="Ann", password=PASSWORD).status_code == 401
        assert ann.post("/me/sign-in", name="Ann", password=password).status_code == 200
        assert main(["admin", "password", "Nobody", *data_option]) == 1


def test_admin_commands_report_a_database_of_an_earlier_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_database(tmp_path, "before_migrations")
    data_option = ["--data", str(tmp_path)]
    assert main(["admin", "users", *data_option]) == 1
    message = capsys.readouterr().err
    assert "of an earlier release: start `roundhouse serve`" in message
    Services.build(Settings(data=tmp_path)).storage.database.close()
    assert main(["admin", "users", *data_option]) == 0
    assert "Ann" in capsys.readouterr().out
    assert main(["admin", "users", "zz", *data_option]) == 0
    assert "No account has 'zz' in its name" in capsys.readouterr().out
    assert main(["admin", "reports", *data_option]) == 0
    assert "No reports" in capsys.readouterr().out


def _token(page: str) -> str:
    return page.partition('<meta name="csrf" content="')[2].partition('"')[0]


def test_metrics_have_their_own_port(tmp_path: Path) -> None:
    port = find_free_port()
    with running_site(tmp_path, metrics=port) as site:
        ann = site.add_user("Ann")
        ann.get("/leaderboard")
        ann.get("/nothing/at/all")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=TIMEOUT_S).text
        assert 'roundhouse_requests_total{part="leaderboard",status="200"} 1.0' in text
        assert 'part="other",status="404"' in text
        assert "roundhouse_request_seconds_bucket" in text
        assert "roundhouse_tables_in_memory 0.0" in text
        assert 'roundhouse_notices_total{came_to="sent"} 0.0' in text
        public = httpx.get(f"{site.url}/metrics", timeout=TIMEOUT_S)
        assert public.status_code == 404
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_metrics_group_paths_into_few_parts() -> None:
    assert part_of("POST", "/t/abc/move") == "move"
    assert part_of("POST", "/api/tables/abc/moves") == "move"
    assert part_of("GET", "/t/abc") == part_of("GET", "/t/def/now") == "table"
    assert part_of("GET", "/t/abc/events") == "events"
    assert part_of("GET", "/") == "home"
    assert part_of("GET", "/wp-admin.php") == "other"


def test_input_forges_no_line_of_the_log() -> None:
    """The path of a request may contain line breaks and escape sequences."""
    path = "/x\n2026-11-19 ERROR roundhouse.web: forged\r\u2028\x1b[2J"
    record = logging.makeLogRecord({"msg": "%s %s broke", "args": ("GET", path)})
    first, *more = TextLogFormatter("%(message)s").format(record).split("\n")
    assert first == "GET /x"
    assert all(line.startswith("    ") and line.isprintable() for line in more)
    assert len(TextLogFormatter("%(message)s").format(record).splitlines()) == 1 + len(more)


def test_json_logs_are_machine_readable(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level, logging.getLogger("roundhouse").level)
    try:
        configure_logging(JSON)
        assert isinstance(root.handlers[0].formatter, JsonLogFormatter)
        log = logging.getLogger("roundhouse.web")
        log.info("delivery delayed: %s", "it's late")
        try:
            raise ValueError("broken")
        except ValueError:
            log.exception("request failed")
        first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
        assert first["said"] == "delivery delayed: it's late"
        assert first["level"] == "info"
        assert "ValueError: broken" in second["trouble"]
    finally:
        root.handlers[:], level, ours = before[0], before[1], before[2]
        root.setLevel(level)
        logging.getLogger("roundhouse").setLevel(ours)
