"""All tables of one server process, cached and locked.

A table is changed under its lock, and the change is on disk before anyone is notified.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from roundhouse.core.translation import translate as _
from roundhouse.play.record import Record
from roundhouse.table.chairs import OPEN, Chair
from roundhouse.table.errors import NotFound
from roundhouse.table.events import EventBus
from roundhouse.table.ports import Players
from roundhouse.table.service import TableService
from roundhouse.table.viewpoint import visible_record
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.tables.table_rows import chair_from
from roundhouse.web.tables.table_storage import OpenTable, TableStorage


class Tables(TableService):
    """The tables of one process."""

    def __init__(
        self, storage: TableStorage, players: Players, events: EventBus, absent_after: float
    ) -> None:
        rng = random.SystemRandom()
        time, games = storage.rows.database, storage.games
        super().__init__(storage, time, games, bot_catalog, players, rng, events, absent_after)
        self._rows, self.table_storage, self.open = storage.rows, storage, storage.open

    @contextmanager
    def at(self, table: str) -> Iterator[OpenTable]:
        """Yield the current table, locked for the caller."""
        while True:
            result = self.open.get(table) or self.open.add(self.load(table))
            with result.lock:
                if result.gone:  # unloaded while waiting for the lock
                    continue
                if result.revision != self._rows.revision(table):
                    self.storage.reload(result)
                yield result
                return

    def load(self, table: str) -> OpenTable:
        """Load a table from the database; raise Unplayable if its game is not available."""
        return self.table_storage.load(table)

    def invited(self, invite: str) -> tuple[str, Chair]:
        """Return the table and the chair of an invite link."""
        row = self._rows.chair_of_invite(invite)
        if row is None or row["kind"] != OPEN:
            raise NotFound(
                _(
                    "This share link no longer works: the seat is taken or the link was "
                    "replaced. Ask for a new one."
                )
            )
        return row["table_id"], chair_from(row)

    def visible_record(self, table: str, user: str | None, requested: int | None) -> Record:
        """Return the record as a user may see it; complete when the game is over."""
        try:
            with self.at(table) as result:
                return visible_record(result, user, requested)
        except Unplayable as error:
            if not error.finished:
                raise
            return self.table_storage.bare_record(table)

    def close_broken(self, table: str, user: str | None) -> None:
        """Close a table whose game is not available, for its host."""
        self.table_storage.close_broken(table, user)
