"""The leases that this process holds: the tables whose bots it plays.

See `storage/leases.py`.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable

from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import supported_versions
from roundhouse.web.tables.storage import leases as rows
from roundhouse.web.tables.storage.leases import LEASE, LeaseChange


class Leases:
    """Leases of this process; methods may be called from any thread.

    The information here may be outdated. Each bot's move checks the lease in the database again.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._held_until: dict[str, float] = {}  # monotonic time by table
        self.holder = secrets.token_hex(8)

    def begin(self) -> None:
        """Delete leftover leases of a SQLite database, which has only one server."""
        if not self._database.shared:
            with self._database.writing() as db:
                rows.clear(db)

    def claim(self, bot_next: bool, by_bot: bool, bot_before: bool) -> LeaseChange:
        """Return the lease change for a change of a table."""
        return LeaseChange(self.holder, bot_next, by_bot, bot_before)

    def note(self, table: str, held: bool) -> None:
        """Record whether this process holds a lease."""
        with self._lock:
            if held:
                self._held_until[table] = time.monotonic() + LEASE
            else:
                self._held_until.pop(table, None)

    def hold(self, table: str) -> bool:
        """Return whether this process plays a table's bots; take the lease if possible."""
        with self._lock:
            sure = self._held_until.get(table, 0.0) > time.monotonic() + LEASE / 2
        if not sure:
            with self._database.writing() as db:
                sure = rows.take(db, table, self.holder)
            self.note(table, sure)
        return sure

    def renew(self, held: Iterable[str]) -> None:
        """Renew leases and forget those that another process has taken."""
        ids = list(held)
        if not ids:
            return
        with self._database.writing() as db:
            renewed = rows.renew(db, self.holder, ids)
        for table in ids:
            self.note(table, table in renewed)

    def release(self, table: str) -> None:
        with self._lock:
            held = self._held_until.pop(table, None) is not None
        if held:
            with self._database.writing() as db:
                rows.release(db, self.holder, table)

    def release_all(self) -> None:
        """Release all leases when the process ends, so that others need not wait."""
        with self._database.writing() as db:
            rows.release(db, self.holder)

    def find_orphans(self) -> list[tuple[str, int]]:
        """Return (table, revision) of tables with a bot to move and no valid lease."""
        with self._database.reading() as db:
            return rows.find_orphans(db, supported_versions())
