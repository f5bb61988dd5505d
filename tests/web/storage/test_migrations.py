"""Migrations: databases of every earlier release, and concurrent starts."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, create_engine, inspect, select, text
from tests.web.postgres import Postgres
from tests.web.table_setup import execute, move

from roundhouse.cli.main import main
from roundhouse.table.chairs import BOT, HUMAN, Chair, open_chair, reserved_chair
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.connection import connect
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.migrate import WrongSchema, downgrade_schema, head_revisions
from roundhouse.web.storage.schema import schema

FIXTURES = Path(__file__).parent / "fixtures"
# Databases written by the code of these releases: the first one, the last without migrations, and
# the last with tables of their own for clocks, orders and the like.
RELEASES = ("before_leases", "before_migrations", "before_columns")


def create_database(folder: Path, release: str) -> str:
    """Create the SQLite file of a release; return its URL."""
    file = folder / "roundhouse.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.executescript((FIXTURES / f"{release}.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{file}"


def create_on_postgres(folder: Path, release: str, postgres: Postgres) -> str:
    """Copy the tables and rows of a release to PostgreSQL; return the URL."""
    url = Settings(database=postgres.url).url
    source, target = create_engine(create_database(folder, release)), create_engine(url)
    metadata = MetaData()
    metadata.reflect(source)
    for column in (column for table in metadata.sorted_tables for column in table.columns):
        column.type = column.type.as_generic()
    with source.connect() as old, target.begin() as new:
        metadata.create_all(new)
        for table in metadata.sorted_tables:
            rows = [dict(row) for row in old.execute(select(table)).mappings()]
            if rows:
                new.execute(table.insert(), rows)
    source.dispose()
    target.dispose()
    return url


def compare_schema(engine: Engine) -> list[object]:
    """Return the differences between a database and `schema.py`."""
    with engine.connect() as db:
        return list(compare_metadata(MigrationContext.configure(db), schema))


def count_rows(engine: Engine) -> dict[str, int]:
    with engine.connect() as db:
        return {
            name: db.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()
            for name in ("tables", "chairs", "entries", "people", "sessions")
        }


def read_everything(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables, in a fixed order."""
    with engine.connect() as db:
        names = inspect(db).get_table_names()
        rows = {name: db.execute(text(f"SELECT * FROM {name}")).mappings() for name in names}
        return {name: sorted(map(dict, rows[name]), key=repr) for name in names}


def list_columns(engine: Engine) -> dict[str, set[tuple[str, str, bool]]]:
    """Return (name, type, nullable) of each column of each table."""
    inspector = inspect(engine)
    return {
        table: {(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns(table)}
        for table in inspector.get_table_names()
    }


def create_database_of(
    release: str, tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> str:
    if kind == "sqlite":
        return create_database(tmp_path, release)
    return create_on_postgres(tmp_path, release, request.getfixturevalue("postgres"))


def without_new_columns(
    rows: list[dict[str, Any]], older: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return rows with the columns of an older schema; the new columns must be null."""
    known = set(older[0]) if older else set()
    assert all(row[name] is None for row in rows for name in row.keys() - known)
    return sorted(({name: row[name] for name in row if name in known} for row in rows), key=repr)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("release", RELEASES)
def test_every_release_is_migrated(
    release: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of(release, tmp_path, request, kind)
    engine = connect(url)
    counts = count_rows(engine)
    engine.dispose()
    database = Database(url)
    assert compare_schema(database.engine) == []
    assert count_rows(database.engine) == counts
    assert counts["entries"] > 100
    database.close()
    Database(url).close()  # the migrated database can be opened again


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_new_database_has_the_current_schema(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    if kind == "postgres":
        url = Settings(database=request.getfixturevalue("postgres").url).url
    database = Database(url)
    assert compare_schema(database.engine) == []
    with database.engine.connect() as db:
        rows = set(db.scalars(text("SELECT version_num FROM alembic_version")))
    assert rows == head_revisions()
    database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_concurrent_servers_migrate_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_leases", tmp_path, request, kind)
    with ThreadPoolExecutor(4) as servers:
        databases = list(servers.map(Database, [url] * 4))
    assert compare_schema(databases[0].engine) == []
    for database in databases:
        database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_database_of_a_later_release_is_refused(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_migrations", tmp_path, request, kind)
    Database(url).close()
    engine = connect(url)
    with engine.begin() as db:
        db.execute(text("DELETE FROM alembic_version"))  # several heads are possible
        db.execute(text("INSERT INTO alembic_version VALUES ('9999_gauges')"))
    with pytest.raises(WrongSchema, match=r"later version of Roundhouse.*9999_gauges"):
        Database(url)
    with engine.connect() as db:
        assert db.scalar(text("SELECT max(version_num) FROM alembic_version")) == "9999_gauges"
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_failed_migration_is_rolled_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_leases", tmp_path, request, kind)
    engine = connect(url)
    with engine.begin() as db:  # makes the second revision fail
        db.execute(text("CREATE TABLE board_owners (digest TEXT)"))
    with pytest.raises(Exception, match="board_owners"):
        Database(url)
    names = set(inspect(engine).get_table_names())
    assert not names & {"leases", "session_uses", "alembic_version"}
    engine.dispose()


def test_games_of_an_earlier_release_can_be_continued(tmp_path: Path) -> None:
    create_database(tmp_path, "before_migrations")
    services = Services.build(Settings(data=tmp_path))
    for table in ("texas", "southern", "union", "rails"):
        with services.tables.at(table) as result:
            assert not result.damage
            owner, ply = result.host, result.match.ply
            assert ply > 4
            words = result.game.text(result.match.state.legal()[0])
        move(services, table, owner, words)
        with services.tables.at(table) as result:
            assert result.match.ply > ply
    with services.tables.at("over") as result:
        assert result.match.over
    services.storage.database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_row_survives_the_migration_and_the_way_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_columns", tmp_path, request, kind)
    engine = connect(url)
    before, columns = read_everything(engine), list_columns(engine)
    for dissolved in ("clocks", "tempos", "settled", "unrated", "orders", "session_uses"):
        assert before[dissolved]
    for _ in range(2):  # and once more after the way back
        Database(url).close()
        after = read_everything(engine)
        assert "clocks" not in after
        unchanged = before.keys() & after.keys() - {"alembic_version"}
        for table in unchanged - {"tables", "chairs", "sessions"}:
            assert without_new_columns(after[table], before[table]) == before[table]
        clock = next(row for row in after["tables"] if row["id"] == "live")
        old = next(row for row in before["clocks"] if row["table_id"] == "live")
        assert (clock["time_control"], clock["clock_running"]) == (old["pace"], old["running"])
        assert clock["clock_due"] == pytest.approx(old["due"])
        downgrade_schema(engine, "0014_tempos")
        assert read_everything(engine) == before
        assert list_columns(engine) == columns
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_is_played_after_the_upgrade_is_there_after_the_way_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_columns", tmp_path, request, kind)
    services = Services.build(Settings(data=tmp_path, database="" if kind == "sqlite" else url))
    for table, seat in (("live", 1), ("old", 0)):
        with services.tables.at(table) as result:
            assert not result.damage
            assert result.turn == seat
            owner = result.chairs[seat].user
            words = result.game.text(result.match.state.legal()[0])
        move(services, table, str(owner), words)
    with services.tables.at("orders") as result:
        assert [order.amount for order in result.orders[0].orders] == [11]
        assert "Your order has ended" in result.orders[1].message
        assert result.bot_delay.key == "person"
        owner = str(result.chairs[0].user)
    execute(services, "orders", owner, "cancel-order", seat=0)
    engine = services.storage.database.engine
    assert services.storage.database.has_current_schema()
    downgrade_schema(engine, "0014_tempos")
    assert not services.storage.database.has_current_schema()
    after = read_everything(engine)
    clocks = {row["table_id"]: row for row in after["clocks"]}
    assert clocks["live"]["running"] == 2
    assert clocks["old"]["pace"] == "none"  # it had no clock before the move
    assert [row["seat"] for row in after["orders"]] == [1]
    services.storage.database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_sign_in_names_are_composed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_columns", tmp_path, request, kind)
    engine = connect(url)
    with engine.begin() as db:  # a decomposed e with acute accent, for two accounts
        db.execute(text("UPDATE people SET login = 're\u0301my' WHERE login = 'ann'"))
        db.execute(text("UPDATE people SET login = 'r\u00e9my' WHERE login = 'bob'"))
    Database(url).close()
    with engine.begin() as db:  # the first one has the composed name already
        logins = set(db.scalars(text("SELECT login FROM people WHERE login IS NOT NULL")))
        assert logins == {"re\u0301my", "r\u00e9my"}
        db.execute(text("UPDATE people SET login = 'zoe' WHERE login = 'r\u00e9my'"))
    downgrade_schema(engine, "0015_columns")
    Database(url).close()
    with engine.connect() as db:
        logins = set(db.scalars(text("SELECT login FROM people WHERE login IS NOT NULL")))
        assert logins == {"r\u00e9my", "zoe"}
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_bot_accounts_go_back_as_accounts_without_a_password(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_columns", tmp_path, request, kind)
    services = Services.build(Settings(data=tmp_path, database="" if kind == "sqlite" else url))
    row = services.storage.accounts.find_user_by_login("ann")
    assert row is not None
    bot, _ = services.bot_accounts.create(User(row["id"], row["name"], True), "Deep Rail")
    seats = [Chair(0, HUMAN, "Ann", row["id"]), reserved_chair(1, bot), open_chair(2)]
    table = services.tables.create(TableRequest(row["id"], "northern", seats))
    engine = services.storage.database.engine
    downgrade_schema(engine, "0017_record_owner")
    users = {each["id"]: each for each in read_everything(engine)["people"]}
    assert (users[bot.id]["login"], users[bot.id]["password"]) == ("deep rail", None)
    assert "token_key" not in users[bot.id]
    chairs = [each for each in read_everything(engine)["chairs"] if each["table_id"] == table]
    assert {each["person"] for each in chairs} == {row["id"], None}
    services.storage.database.close()
    Database(url).close()  # forward again


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_text_mode_and_early_choices_go_back_and_forward(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = create_database_of("before_columns", tmp_path, request, kind)
    services = Services.build(Settings(data=tmp_path, database="" if kind == "sqlite" else url))
    accounts, engine = services.storage.accounts, services.storage.database.engine
    row = accounts.find_user_by_login("ann")
    assert row is not None
    assert row["text_mode"] is None
    accounts.set_text_mode(row["id"], True)
    seats = [Chair(n, HUMAN, f"User {n}", row["id"] if n else "bob") for n in range(2)]
    table = services.tables.create(
        TableRequest(row["id"], "union", [*seats, Chair(2, BOT, "Bot", level="random")])
    )
    (listed,) = (each for each in services.storage.lists.tables_of("bob") if each["id"] == table)
    assert [chair["chooses_early"] for chair in listed["chairs"]] == [False, True, False]
    downgrade_schema(engine, "0018_bot_accounts")
    columns = list_columns(engine)
    assert "text_mode" not in {name for name, _, _ in columns["people"]}
    assert "chooses_early" not in {name for name, _, _ in columns["chairs"]}
    services.storage.database.close()
    services = Services.build(Settings(data=tmp_path, database="" if kind == "sqlite" else url))
    (listed,) = (each for each in services.storage.lists.tables_of("bob") if each["id"] == table)
    assert [chair["chooses_early"] for chair in listed["chairs"]] == [None] * 3
    with services.tables.at(table) as result:
        words = result.game.text(result.match.state.legal()[0])
    move(services, table, "bob", words)  # the lists are right again after a move
    (listed,) = (each for each in services.storage.lists.tables_of("bob") if each["id"] == table)
    assert not any(chair["chooses_early"] for chair in listed["chairs"])
    services.storage.database.close()


def test_only_later_revisions_can_be_undone(tmp_path: Path) -> None:
    url = create_database(tmp_path, "before_columns")
    database = Database(url)
    options = r"can go back to (.* and )?0014_tempos, not to '0003_accounts'"
    with pytest.raises(WrongSchema, match=options):
        downgrade_schema(database.engine, "0003_accounts")
    assert compare_schema(database.engine) == []
    database.close()


def test_operator_goes_back_to_an_earlier_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = create_database(tmp_path, "before_columns")
    engine = connect(url)
    before = read_everything(engine)
    Database(url).close()
    assert main(["admin", "downgrade", "0014_tempos", "--data", str(tmp_path)]) == 0
    assert "0014_tempos" in capsys.readouterr().out
    assert read_everything(engine) == before
    assert main(["admin", "downgrade", "0014_tempos", "--data", str(tmp_path)]) != 0
    assert "earlier release" in capsys.readouterr().err
    engine.dispose()
