"""Looking a database over: is it laid out as it should be, and can every match be read?"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from sqlalchemy.engine import make_url

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.games import GameLibrary
from roundhouse.web.reading import Reader
from roundhouse.web.settings import Settings
from roundhouse.web.store.backup import integrity, sqlite_file
from roundhouse.web.store.boards import Boards
from roundhouse.web.store.connection import is_sqlite
from roundhouse.web.store.store import Store
from roundhouse.web.store.upgrade import check_older_schema
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.snapshots import Snapshots
from roundhouse.web.tables.tables import Tables


def look_over(settings: Settings) -> Iterator[tuple[str, str]]:
    """(table, what is wrong with it) for every table there is, empty where nothing is. Raises if
    the database as a whole is not what it should be. Changes nothing."""
    if make_url(settings.url).get_backend_name() == "sqlite":
        sqlite_file(settings.url)  # opening one that is not there would make it
    store = Store(settings.url, as_it_is=True)
    try:
        with store.engine.connect() as db:
            check_older_schema(db)
        if is_sqlite(store.engine):
            with closing(sqlite3.connect(sqlite_file(settings.url), timeout=15)) as file:
                broken = integrity(file)
            if broken:
                yield "", f"SQLite finds: {broken}"
        games = GameLibrary(Boards(store.engine), Reader())
        tables = Tables(store, games, Leases(store), Snapshots(store), kept=1, kept_bytes=0)
        for table in store.all_tables():
            yield table, _wrong(tables, table)
    finally:
        store.engine.dispose()


def _wrong(tables: Tables, table: str) -> str:
    try:
        return tables.read(table).damage
    except RoundhouseError as error:
        return str(error)
    except Exception as error:  # whatever it is, the others are looked at all the same
        return f"it cannot be read: {error!r}"
