"""A database of the release before is brought along; one that is laid out otherwise is refused."""

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
from tests.web.conftest import PATIENCE, SOURCES, free_port
from tests.web.laying import do, move

from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Store
from roundhouse.web.store.upgrade import WrongSchema
from roundhouse.web.tables import play
from roundhouse.web.tables.jobs import bot_job
from roundhouse.web.tables.replays import replay_of_table

# Made by the release before there were leases: its own server was played at, and stopped. One match
# has a gap, as its outages left them.
BEFORE = Path(__file__).parent / "fixtures" / "before_leases.sql"


def database(folder: Path, *changes: str, text: str = "") -> Path:
    file = folder / "roundhouse.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(text or BEFORE.read_text(encoding="utf-8"))
        for change in changes:
            db.execute(change)
        db.commit()
    return file


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Services]:
    database(tmp_path)
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def test_a_database_of_the_release_before_is_brought_along(old: Services) -> None:
    found = inspect(old.store.engine)
    assert "leases" in found.get_table_names()
    assert "ix_tables_phase" in {index["name"] for index in found.get_indexes("tables")}
    Store(old.settings.url).close()  # and opened again as it is


def test_its_games_are_seen_and_played_on(old: Services) -> None:
    token = BEFORE.read_text(encoding="utf-8").splitlines()[0].removeprefix("-- ann: ")
    ann = old.people.of_token(token)
    assert ann is not None
    for table in ("texas", "northern"):
        with old.tables.at(table) as found:
            assert found.match.over
            assert not found.damage
            assert found.game.rules == 1
            replay = replay_of_table(found, None, None)
            assert replay.views.at(None, 5).drawings
    for table in ("play", "undone", "union"):
        with old.tables.at(table) as found:
            assert found.row["host"] == ann.id
            choice = found.match.state.view(found.turn)["choices"][0]["move"]
            ply = found.match.ply
        move(old, table, ann.id, choice)
        with old.tables.at(table) as found:
            assert found.match.ply > ply
    with old.tables.at("play") as found:
        job = bot_job(old.tables, found)
        assert job is not None
        words = found.game.text(found.match.state.legal()[0])
        play.move(old.tables, found, [job.seat], [words], job.ply, by_bot=True)
    do(old, "wait", ann.id, "fill", seat=1, level="random")


def test_a_gap_left_by_the_release_before_is_seen_as_damage(old: Services) -> None:
    with old.tables.at("gap") as found:
        assert "damaged after ply 2" in found.damage
        assert found.match.ply == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("ALTER TABLE chairs DROP COLUMN resigned", "table chairs has no column resigned"),
        ("ALTER TABLE people DROP COLUMN password", "table people has no column password"),
        ("DROP TABLE entries", "there is no table entries"),
        (
            "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0",
            "",  # a later release may have added what it fills in by itself
        ),
    ],
)
def test_a_database_that_is_laid_out_otherwise_is_refused(
    tmp_path: Path, change: str, words: str
) -> None:
    file = database(tmp_path, change)
    before = file.read_bytes()
    if not words:
        Store(f"sqlite:///{file}").close()
        return
    with pytest.raises(WrongSchema, match=words):
        Store(f"sqlite:///{file}")
    assert file.read_bytes()[100:] == before[100:]  # the header counts openings


def test_columns_of_another_kind_or_another_key_are_refused(tmp_path: Path) -> None:
    text = BEFORE.read_text(encoding="utf-8")
    (tmp_path / "kind").mkdir()
    (tmp_path / "key").mkdir()
    (tmp_path / "extra").mkdir()
    kind = database(tmp_path / "kind", text=text.replace("\tply INTEGER NOT NULL", "\tply TEXT"))
    with pytest.raises(WrongSchema, match="column ply of table tables is a TEXT"):
        Store(f"sqlite:///{kind}")
    key = database(tmp_path / "key", text=text.replace("PRIMARY KEY (table_id, n)", "CHECK (1)"))
    with pytest.raises(WrongSchema, match="primary key of table entries is not table_id and n"):
        Store(f"sqlite:///{key}")
    extra = text.replace("\tPRIMARY KEY (source)", "\tmood TEXT NOT NULL,\n\tPRIMARY KEY (source)")
    file = database(tmp_path / "extra", text=extra)
    with pytest.raises(WrongSchema, match="has a column mood that nothing is known about"):
        Store(f"sqlite:///{file}")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "roundhouse.sqlite"
    file.write_text("this is a letter, not a database\n" * 50)
    with pytest.raises(WrongSchema, match="is not a database"):
        Store(f"sqlite:///{file}")


@pytest.mark.slow
def test_a_server_says_in_words_why_it_does_not_start(tmp_path: Path) -> None:
    database(tmp_path, "ALTER TABLE chairs DROP COLUMN resigned")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "roundhouse",
            "serve",
            "--data",
            tmp_path,
            "--port",
            str(free_port()),
        ],
        env={**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=PATIENCE * 3,
        check=False,
    )
    assert done.returncode == 1
    assert "table chairs has no column resigned" in done.stderr
    assert "Traceback" not in done.stderr
    assert "open at" not in done.stdout
