"""Copies of the database file, and `roundhouse admin backup` and `check`."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.web.conftest import guest_client, new_table, running_server
from tests.web.storage.test_schema_check import database
from tests.web.table_setup import create_table, move
from tests.web.waiting import wait_until

from roundhouse.cli.main import main
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings


def count_entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("select count(*) from entries").fetchone()[0])


def test_database_file_is_complete_after_a_checkpoint(tmp_path: Path) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    services.storage.database.checkpoint()
    copy = tmp_path / "copy.sqlite"
    shutil.copyfile(tmp_path / "roundhouse.sqlite", copy)
    assert count_entries(copy) == 1
    services.storage.database.close()


def test_backup_is_one_file_that_a_server_can_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = Services.build(Settings(data=tmp_path))
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "lay fargo")
    copy = tmp_path / "elsewhere" / "roundhouse.sqlite"
    copy.parent.mkdir()
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 0
    assert "bytes" in capsys.readouterr().out
    assert [path.name for path in copy.parent.iterdir()] == ["roundhouse.sqlite"]
    move(services, table, "bob", "lay minot")  # after the backup
    services.storage.database.close()
    restored = Services.build(Settings(data=copy.parent))
    with restored.tables.at(table) as result:
        assert result.match.ply == 1
    restored.storage.database.close()
    assert main(["admin", "backup", str(copy), "--data", str(tmp_path)]) == 1
    assert "already exists" in capsys.readouterr().err


def test_impossible_backup_gets_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "copy")
    assert main(["admin", "backup", copy, "--data", str(tmp_path)]) == 1
    assert "does not exist" in capsys.readouterr().err
    assert main(["admin", "check", "--data", str(tmp_path)]) == 1
    assert "does not exist" in capsys.readouterr().err
    url = "postgresql://ann:secret@127.0.0.1/games"
    assert main(["admin", "backup", copy, "--database", url]) == 1
    output = capsys.readouterr().err
    assert "pg_dump" in output
    assert "secret" not in output
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights of files")
def test_only_the_owner_may_read_databases_and_backups(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    umask = os.umask(0)
    try:
        services = Services.build(Settings(data=data))
        create_table(services, "ann", "bob", "cem")
        assert file_modes(data) == {
            "roundhouse.sqlite": 0o600,
            "roundhouse.sqlite-shm": 0o600,
            "roundhouse.sqlite-wal": 0o600,
        }
        assert main(["admin", "backup", str(copy), "--data", str(data)]) == 0
        services.storage.database.close()
        assert file_modes(tmp_path)["copy.sqlite"] == 0o600
        (data / "roundhouse.sqlite").chmod(0o644)  # as earlier releases left it
        copy.chmod(0o644)
        assert main(["admin", "restore", str(copy), "--data", str(data)]) == 0
        assert set(file_modes(data).values()) == {0o600}
        (data / "roundhouse.sqlite").chmod(0o644)
        Services.build(Settings(data=data)).storage.database.close()
        assert set(file_modes(data).values()) == {0o600}
    finally:
        os.umask(umask)


def file_modes(folder: Path) -> dict[str, int]:
    return {
        path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()
    }


def test_check_reads_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path)  # of the previous release, with a gap in one match
    assert main(["admin", "check", "--data", str(tmp_path)]) == 1
    output = capsys.readouterr().out
    assert "gap: This match is damaged after move 2" in output
    assert "6 tables good, 1 not" in output
    with closing(sqlite3.connect(tmp_path / "roundhouse.sqlite")) as db:
        db.execute("delete from tables where id = 'gap'")
        db.commit()
    assert main(["admin", "check", "--data", str(tmp_path)]) == 0
    assert "6 tables good, 0 not" in capsys.readouterr().out


@pytest.mark.slow
def test_backups_made_while_bots_play_are_complete(tmp_path: Path) -> None:
    """Each backup and copy is readable and has all entries from before it was made."""
    file = tmp_path / "roundhouse.sqlite"
    with (
        running_server(tmp_path, pause=0.05, settings={"checkpoint": 0.5}) as server,
        guest_client(server) as ann,
    ):
        for _ in range(3):
            new_table(ann, *["bot:random"] * 4)
        wait_until(lambda: count_entries(file) > 20, "the bots do not play")
        for n in range(3):
            known = count_entries(file)
            copy = tmp_path / f"{n}.sqlite"
            subprocess.run(
                [sys.executable, "-m", "roundhouse", "admin", "backup", copy, "--data", tmp_path],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            assert count_entries(copy) >= known > 0
            assert main(["admin", "check", "--database", f"sqlite:///{copy}"]) == 0
        known = count_entries(file)
        wait_until(lambda: count_copied(file) >= known, "the entries stay in the write-ahead log")


def count_copied(file: Path) -> int:
    """Return the number of entries in a copy of the database file alone."""
    plain = file.with_name("plain.sqlite")
    shutil.copyfile(file, plain)
    try:
        return count_entries(plain)
    except sqlite3.DatabaseError:  # the file was copied during a write
        return 0
