"""Old databases are upgraded, and databases with an unknown schema are refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect
from tests.web.conftest import TIMEOUT_S, find_free_port
from tests.web.forked_servers import SOURCES
from tests.web.table_setup import execute, move

from roundhouse.core.stored_text import translate_stored
from roundhouse.table import moving
from roundhouse.table.replays import replay_of_table
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.migrate import WrongSchema
from roundhouse.web.tables.jobs import bot_job

# Written by a server of the release before leases were added. One match has a gap, as database
# outages caused them in that release.
OLD_RELEASE = Path(__file__).parent / "fixtures" / "before_leases.sql"


def database(folder: Path, *changes: str, text: str = "") -> Path:
    file = folder / "roundhouse.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(text or OLD_RELEASE.read_text(encoding="utf-8"))
        for change in changes:
            db.execute(change)
        db.commit()
    return file


@pytest.fixture
def old_services(tmp_path: Path) -> Iterator[Services]:
    database(tmp_path)
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


def test_old_database_is_upgraded(old_services: Services) -> None:
    result = inspect(old_services.storage.database.engine)
    assert "leases" in result.get_table_names()
    assert "ix_tables_phase" in {index["name"] for index in result.get_indexes("tables")}
    Database(old_services.settings.url).close()  # the upgraded database can be opened again


def test_games_of_an_old_database_can_be_continued(old_services: Services) -> None:
    token = OLD_RELEASE.read_text(encoding="utf-8").splitlines()[0].removeprefix("-- ann: ")
    ann = old_services.sessions.find_user(token)
    assert ann is not None
    for table in ("texas", "northern"):
        with old_services.tables.at(table) as result:
            assert result.match.over
            assert not result.damage
            assert result.game.rules == 1
            replay = replay_of_table(result, result.views, None, None)
            assert replay.views.at(None, 5).drawings
    for table in ("play", "undone", "union"):
        with old_services.tables.at(table) as result:
            assert result.host == ann.id
            choice = result.match.state.view(result.turn)["choices"][0]["move"]
            ply = result.match.ply
        move(old_services, table, ann.id, choice)
        with old_services.tables.at(table) as result:
            assert result.match.ply > ply
    with old_services.tables.at("play") as result:
        job = bot_job(old_services.tables, result)
        assert job is not None
        words = result.game.text(result.match.state.legal()[0])
        moving.move(old_services.tables, result, [job.seat], [words], job.ply, by_bot=True)
    execute(old_services, "wait", ann.id, "fill", seat=1, level="random")


def test_gap_in_an_old_database_is_reported_as_damage(old_services: Services) -> None:
    with old_services.tables.at("gap") as result:
        assert "damaged after move 2" in translate_stored(result.damage)
        assert result.match.ply == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("ALTER TABLE chairs DROP COLUMN resigned", "table chairs has no column resigned"),
        ("ALTER TABLE people DROP COLUMN password", "table people has no column password"),
        ("DROP TABLE entries", "table entries is missing"),
        (
            "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0",
            "",  # a later release may have added a column with a default
        ),
    ],
)
def test_database_with_another_schema_is_refused(tmp_path: Path, change: str, words: str) -> None:
    file = database(tmp_path, change)
    before = file.read_bytes()
    if not words:
        Database(f"sqlite:///{file}").close()
        return
    with pytest.raises(WrongSchema, match=words):
        Database(f"sqlite:///{file}")
    assert file.read_bytes()[100:] == before[100:]  # the file header has a change counter


def test_wrong_column_types_and_keys_are_refused(tmp_path: Path) -> None:
    text = OLD_RELEASE.read_text(encoding="utf-8")
    (tmp_path / "kind").mkdir()
    (tmp_path / "key").mkdir()
    (tmp_path / "extra").mkdir()
    kind = database(tmp_path / "kind", text=text.replace("\tply INTEGER NOT NULL", "\tply TEXT"))
    with pytest.raises(WrongSchema, match="column ply of table tables is a TEXT"):
        Database(f"sqlite:///{kind}")
    key = database(tmp_path / "key", text=text.replace("PRIMARY KEY (table_id, n)", "CHECK (1)"))
    with pytest.raises(WrongSchema, match="primary key of table entries is not table_id and n"):
        Database(f"sqlite:///{key}")
    extra = text.replace("\tPRIMARY KEY (source)", "\tmood TEXT NOT NULL,\n\tPRIMARY KEY (source)")
    file = database(tmp_path / "extra", text=extra)
    with pytest.raises(WrongSchema, match="has a column mood that this version does not know"):
        Database(f"sqlite:///{file}")


def test_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "roundhouse.sqlite"
    file.write_text("this is text, not a database\n" * 50)
    with pytest.raises(WrongSchema, match="is not a database"):
        Database(f"sqlite:///{file}")


@pytest.mark.slow
def test_server_reports_why_it_does_not_start(tmp_path: Path) -> None:
    database(tmp_path, "ALTER TABLE chairs DROP COLUMN resigned")
    process = subprocess.run(
        [
            sys.executable,
            "-m",
            "roundhouse",
            "serve",
            "--data",
            tmp_path,
            "--port",
            str(find_free_port()),
        ],
        env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S * 3,
        check=False,
    )
    assert process.returncode == 1
    assert "table chairs has no column resigned" in process.stderr
    assert "Traceback" not in process.stderr
    assert "open at" not in process.stdout
