"""Databases of every release before are brought to the newest layout, however many servers start
at once; one of a release to come is refused."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, create_engine, inspect, select, text
from tests.web.laying import move
from tests.web.postgres import Postgres

from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.connection import connect
from roundhouse.web.store.migrate import newest
from roundhouse.web.store.schema import schema
from roundhouse.web.store.store import Store
from roundhouse.web.store.upgrade import WrongSchema

FIXTURES = Path(__file__).parent / "fixtures"
# Each is the database of a release, played at by that release's own code: the first, and the last
# one that had no migrations.
RELEASES = ("before_leases", "before_migrations")


def database(folder: Path, release: str) -> str:
    """The URL of a SQLite file as that release has left it."""
    file = folder / "roundhouse.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.executescript((FIXTURES / f"{release}.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{file}"


def on_postgres(folder: Path, release: str, postgres: Postgres) -> str:
    """The same tables and rows in a PostgreSQL; its URL."""
    url = Settings(database=postgres.url).url
    source, target = create_engine(database(folder, release)), create_engine(url)
    found = MetaData()
    found.reflect(source)
    with source.connect() as old, target.begin() as new:
        found.create_all(new)
        for table in found.sorted_tables:
            rows = [dict(row) for row in old.execute(select(table)).mappings()]
            if rows:
                new.execute(table.insert(), rows)
        for column in ("options", "proposal"):  # SQLite knows no JSON
            new.execute(text(f"ALTER TABLE tables ALTER {column} TYPE JSON USING {column}::JSON"))
        new.execute(text("ALTER TABLE insights ALTER data TYPE JSON USING data::JSON"))
    source.dispose()
    target.dispose()
    return url


def differences(engine: Engine) -> list[object]:
    """What the database has otherwise than `schema.py` says."""
    with engine.connect() as db:
        return list(compare_metadata(MigrationContext.configure(db), schema))


def counted(engine: Engine) -> dict[str, int]:
    with engine.connect() as db:
        return {
            name: db.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()
            for name in ("tables", "chairs", "entries", "people", "sessions")
        }


def left_by(release: str, tmp_path: Path, request: pytest.FixtureRequest, kind: str) -> str:
    if kind == "sqlite":
        return database(tmp_path, release)
    return on_postgres(tmp_path, release, request.getfixturevalue("postgres"))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("release", RELEASES)
def test_every_release_is_brought_along(
    release: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = left_by(release, tmp_path, request, kind)
    before = connect(url)
    had = counted(before)
    before.dispose()
    store = Store(url)
    assert differences(store.engine) == []
    assert counted(store.engine) == had
    assert had["entries"] > 100
    store.close()
    Store(url).close()  # and opened again as it is


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_new_database_is_laid_out_by_the_same_revisions(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    if kind == "postgres":
        url = Settings(database=request.getfixturevalue("postgres").url).url
    store = Store(url)
    assert differences(store.engine) == []
    with store.engine.connect() as db:
        said = set(db.scalars(text("SELECT version_num FROM alembic_version")))
    assert said == newest()
    store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_servers_that_start_at_once_do_it_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = left_by("before_leases", tmp_path, request, kind)
    with ThreadPoolExecutor(4) as servers:
        stores = list(servers.map(Store, [url] * 4))
    assert differences(stores[0].engine) == []
    for store in stores:
        store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_of_a_release_to_come_is_refused(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = left_by("before_migrations", tmp_path, request, kind)
    Store(url).close()
    engine = connect(url)
    with engine.begin() as db:
        db.execute(text("DELETE FROM alembic_version"))  # there may be several heads
        db.execute(text("INSERT INTO alembic_version VALUES ('9999_gauges')"))
    with pytest.raises(WrongSchema, match=r"later version of Roundhouse.*9999_gauges"):
        Store(url)
    with engine.connect() as db:
        assert db.scalar(text("SELECT max(version_num) FROM alembic_version")) == "9999_gauges"
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_goes_wrong_half_way_is_taken_back_whole(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = left_by("before_leases", tmp_path, request, kind)
    engine = connect(url)
    with engine.begin() as db:  # the revision after the first will stumble over this
        db.execute(text("CREATE TABLE board_owners (digest TEXT)"))
    with pytest.raises(Exception, match="board_owners"):
        Store(url)
    there = set(inspect(engine).get_table_names())
    assert not there & {"leases", "session_uses", "alembic_version"}
    engine.dispose()


def test_games_of_the_release_before_are_played_on(tmp_path: Path) -> None:
    database(tmp_path, "before_migrations")
    services = Services.build(Settings(data=tmp_path))
    for table in ("texas", "southern", "union", "rails"):
        with services.tables.at(table) as found:
            assert not found.damage
            owner, ply = found.row["host"], found.match.ply
            assert ply > 4
            words = found.game.text(found.match.state.legal()[0])
        move(services, table, owner, words)
        with services.tables.at(table) as found:
            assert found.match.ply > ply
    with services.tables.at("over") as found:
        assert found.match.over
    services.store.close()
