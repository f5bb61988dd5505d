"""A copy of the database is a backup: the file alone after a while, `roundhouse admin backup` at
once."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.web.conftest import guest, new_table, running
from tests.web.laying import laid, move
from tests.web.test_schema_check import database

from roundhouse.cli import main
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store import upkeep


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("select count(*) from entries").fetchone()[0])


def test_the_file_alone_is_whole_after_a_checkpoint(tmp_path: Path) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    upkeep.checkpoint(services.store.engine)
    copy = tmp_path / "copy.sqlite"
    shutil.copyfile(tmp_path / "roundhouse.sqlite", copy)
    assert entries(copy) == 1
    services.store.close()


def test_a_backup_is_one_file_that_can_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    copy = tmp_path / "elsewhere" / "roundhouse.sqlite"
    copy.parent.mkdir()
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 0
    assert "bytes" in capsys.readouterr().out
    assert [path.name for path in copy.parent.iterdir()] == ["roundhouse.sqlite"]
    move(services, table, "bob", "lay minot")  # the server has gone on meanwhile
    services.store.close()
    again = Services.build(Settings(data=copy.parent))
    with again.tables.at(table) as found:
        assert found.match.ply == 1
    again.store.close()
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_what_cannot_be_copied_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = str(tmp_path / "copy")
    assert main(["admin", "backup", copy, "--data", str(tmp_path)]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert main(["admin", "check", "--data", str(tmp_path)]) == 1
    assert "there is no database" in capsys.readouterr().err
    url = "postgresql://ann:secret@127.0.0.1/games"
    assert main(["admin", "backup", copy, "--database", url]) == 1
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "secret" not in said
    assert not list(tmp_path.iterdir())


def test_a_check_reads_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path)  # of the release before, with a gap in one match
    assert main(["admin", "check", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "gap: This match is damaged after ply 2" in said
    assert "6 tables good, 1 not" in said
    with closing(sqlite3.connect(tmp_path / "roundhouse.sqlite")) as db:
        db.execute("delete from tables where id = 'gap'")
        db.commit()
    assert main(["admin", "check", "--data", str(tmp_path)]) == 0
    assert "6 tables good, 0 not" in capsys.readouterr().out


@pytest.mark.slow
def test_copies_made_while_bots_play_are_whole(tmp_path: Path) -> None:
    """Copies of the running server's file and backups of it; every one can be read, and none has
    less than was there when it was begun."""
    file = tmp_path / "roundhouse.sqlite"
    with (
        running(tmp_path, pause=0.05, settings={"checkpoint": 0.5}) as server,
        guest(server) as ann,
    ):
        for _ in range(3):
            new_table(ann, *["bot:random"] * 4)
        _until(lambda: entries(file) > 20, "bots do not play")
        for n in range(3):
            known = entries(file)
            copy = tmp_path / f"{n}.sqlite"
            subprocess.run(
                [sys.executable, "-m", "roundhouse", "admin", "backup", copy, "--data", tmp_path],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            assert entries(copy) >= known > 0
            assert main(["admin", "check", "--database", f"sqlite:///{copy}"]) == 0
        known = entries(file)
        _until(lambda: _plain_copy(file) >= known, "everything sits in the log")


def _plain_copy(file: Path) -> int:
    """What is in the file alone."""
    plain = file.with_name("plain.sqlite")
    shutil.copyfile(file, plain)
    try:
        return entries(plain)
    except sqlite3.DatabaseError:  # torn: it was copied while it was written
        return 0


def _until(done: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + 120
    while not done():
        assert time.monotonic() < end, otherwise
        time.sleep(0.2)
