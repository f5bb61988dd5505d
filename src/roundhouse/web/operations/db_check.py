"""Check a database: its schema, its integrity and every match."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import Select, Table, inspect, null, select
from sqlalchemy.engine import make_url

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.stored_text import translate_stored
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.operations.backup import integrity, sqlite_file
from roundhouse.web.settings import Settings
from roundhouse.web.storage.connection import is_sqlite
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.migrate import check_older_schema
from roundhouse.web.storage.schema import chairs, pairings, tables
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.match_snapshots import MatchSnapshots
from roundhouse.web.tables.storage.lists import TableLists
from roundhouse.web.tables.storage.tables import TableRows
from roundhouse.web.tables.table_storage import OpenTables, TableStorage


def check_tables(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield (table, problem) for every table; the problem is empty if there is none.

    Raises an error if the database as a whole is damaged. Changes nothing.
    """
    if make_url(settings.url).get_backend_name() == "sqlite":
        sqlite_file(settings.url)  # raises an error instead of creating a missing file
    database = Database(settings.url, skip_migration=True)
    try:
        with database.engine.connect() as db:
            check_older_schema(db)
        if is_sqlite(database.engine):
            with closing(sqlite3.connect(sqlite_file(settings.url), timeout=15)) as file:
                broken = integrity(file)
            if broken:
                yield "", f"SQLite integrity check: {broken}"
        games = GameLibrary(Boards(database), Reader())
        rows, open_tables = _UnmigratedRows(database), OpenTables(1, 0)
        leases, snapshots = Leases(database), MatchSnapshots(database)
        storage = TableStorage(rows, games, leases, snapshots, open_tables)
        for table in TableLists(database).all_tables():
            yield table, _find_problem(storage, table)
    finally:
        database.engine.dispose()


class _UnmigratedRows(TableRows):
    """Tables of a database that may lack the latest columns and tables."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        inspector = inspect(database.engine)
        self._columns = {
            table.name: {column["name"] for column in inspector.get_columns(table.name)}
            for table in (tables, chairs)
        }
        self._has_pairings = inspector.has_table(pairings.name)

    def in_tournament(self, table: str) -> bool:
        return self._has_pairings and super().in_tournament(table)

    def table(self, table: str) -> Row | None:
        return self.database.row(self._select(tables).where(tables.c.id == table))

    def chairs(self, table: str) -> list[Row]:
        mine = self._select(chairs).where(chairs.c.table_id == table)
        return self.database.rows(mine.order_by(chairs.c.seat))

    def _select(self, table: Table) -> Select[Any]:
        present = self._columns[table.name]
        return select(*(c if c.name in present else null().label(c.name) for c in table.c))


def _find_problem(storage: TableStorage, table: str) -> str:
    try:
        return translate_stored(storage.read(table).damage)
    except RoundhouseError as error:
        return str(error)
    except Exception as error:  # check the other tables anyway
        return f"it cannot be read: {error!r}"
