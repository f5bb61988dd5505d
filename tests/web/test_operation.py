"""For whoever looks after a server: the admin command, figures, logs."""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, free_port
from tests.web.inside import PASSWORD, inside
from tests.web.laying import laid, move
from tests.web.test_migrations import database

from roundhouse.cli import main
from roundhouse.web.logs import JSON, JsonLines, set_up
from roundhouse.web.metrics import part_of
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings


def test_a_copy_is_put_back_and_what_was_there_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = laid(services, "ann", "bob", "cem")
    copy = tmp_path / "copy.sqlite"
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 0
    move(services, table, "ann", "lay fargo")
    with services.store.engine.connect() as reading:
        reading.exec_driver_sql("select count(*) from people")  # somebody has it open
        assert main(["admin", "restore", str(copy), "--data", str(tmp_path)]) == 1
        assert "stop the server first" in capsys.readouterr().err
    services.store.close()
    assert main(["admin", "restore", str(copy), "--data", str(tmp_path)]) == 0
    kept = next(tmp_path.glob("roundhouse.sqlite.before-*"))
    assert str(kept) in capsys.readouterr().out
    for file, plies in ((tmp_path / "roundhouse.sqlite", 0), (kept, 1)):
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("select ply from tables").fetchone() == (plies,)
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"not a database at all" * 100)
    assert main(["admin", "restore", str(broken), "--data", str(tmp_path)]) == 1
    assert "is not a database" in capsys.readouterr().err
    assert main(["admin", "restore", str(tmp_path / "none"), "--data", str(tmp_path)]) == 1


def test_the_operator_sees_users_and_closes_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--data", str(tmp_path)]
    assert main(["admin", "users", *at]) == 1
    assert "there is no database" in capsys.readouterr().err
    with inside(tmp_path) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        table = laid(house.services, ann.id, bob.id, "cem")
        assert main(["admin", "users", "an", *at]) == 0
        out = capsys.readouterr().out
        assert ann.id in out
        assert bob.id not in out
        assert main(["admin", "close", table, *at]) == 0
        assert main(["admin", "close", table, *at]) == 1
        with house.services.tables.at(table) as found:
            assert found.phase == "over"
        ann.post(f"/t/{table}/talk/say", words="rubbish")
        house.services.community.remarks.report(1, bob.id, "rude")
        capsys.readouterr()
        assert main(["admin", "reports", *at]) == 0
        assert "rubbish  (rude)" in capsys.readouterr().out
        assert main(["admin", "statistics", *at]) == 0
        assert "2  accounts" in capsys.readouterr().out
        assert main(["admin", "password", "Ann", *at]) == 0
        fresh = capsys.readouterr().out.strip()
        assert "You are a guest" in ann.get("/me").text
        ann.token = _token(ann.get("/me").text)
        assert ann.post("/me/sign-in", name="Ann", password=PASSWORD).status_code == 401
        assert ann.post("/me/sign-in", name="Ann", password=fresh).status_code == 200
        assert main(["admin", "password", "Nobody", *at]) == 1


def test_a_database_of_an_earlier_release_is_named_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database(tmp_path, "before_migrations")
    at = ["--data", str(tmp_path)]
    assert main(["admin", "users", *at]) == 1
    said = capsys.readouterr().err
    assert "of an earlier release: start `roundhouse serve`" in said
    Services.build(Settings(data=tmp_path)).store.close()
    assert main(["admin", "users", *at]) == 0
    assert "Ann" in capsys.readouterr().out
    assert main(["admin", "users", "zz", *at]) == 0
    assert "no account has 'zz' in its name" in capsys.readouterr().out
    assert main(["admin", "reports", *at]) == 0
    assert "nothing was reported" in capsys.readouterr().out


def _token(page: str) -> str:
    return page.partition('<meta name="csrf" content="')[2].partition('"')[0]


def test_figures_are_on_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with inside(tmp_path, metrics=port) as house:
        ann = house.person("Ann")
        ann.get("/leaderboard")
        ann.get("/nothing/at/all")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
        assert 'roundhouse_requests_total{part="leaderboard",status="200"} 1.0' in text
        assert 'part="other",status="404"' in text
        assert "roundhouse_request_seconds_bucket" in text
        assert "roundhouse_tables_in_memory 0.0" in text
        assert 'roundhouse_notices_total{came_to="sent"} 0.0' in text
        assert (
            httpx.get(f"{house.url}/metrics", timeout=PATIENCE).status_code == 404
        )  # not for visitors
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_parts_are_few() -> None:
    assert part_of("POST", "/t/abc/move") == "move"
    assert part_of("POST", "/api/tables/abc/moves") == "move"
    assert part_of("GET", "/t/abc") == part_of("GET", "/t/def/now") == "table"
    assert part_of("GET", "/t/abc/events") == "events"
    assert part_of("GET", "/") == "home"
    assert part_of("GET", "/wp-admin.php") == "other"


def test_logs_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level, logging.getLogger("roundhouse").level)
    try:
        set_up(JSON)
        assert isinstance(root.handlers[0].formatter, JsonLines)
        log = logging.getLogger("roundhouse.web")
        log.info("notices wait: %s", "it's late")
        try:
            raise ValueError("broken")
        except ValueError:
            log.exception("trouble")
        first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
        assert first["said"] == "notices wait: it's late"
        assert first["level"] == "info"
        assert "ValueError: broken" in second["trouble"]
    finally:
        root.handlers[:], level, ours = before[0], before[1], before[2]
        root.setLevel(level)
        logging.getLogger("roundhouse").setLevel(ours)
