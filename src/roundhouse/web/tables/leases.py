"""The leases that this process holds: for which tables it thinks (see `store/leases.py`)."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable

from roundhouse.web.games import played_versions
from roundhouse.web.store import leases as rows
from roundhouse.web.store.connection import reading
from roundhouse.web.store.leases import LEASE, Claim
from roundhouse.web.store.store import Store


class Leases:
    """Asked from any thread. What is known here may be out of date: what counts is the database,
    which is asked again in the transaction of every bot's move."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._good: dict[str, float] = {}  # until when a lease is surely ours
        self.holder = secrets.token_hex(8)

    def begin(self) -> None:
        """A SQLite file has one server at a time: leases found there are those of a dead one."""
        if not self._store.shared:
            with self._store.writing() as db:
                rows.clear(db)

    def claim(self, bot_next: bool, by_bot: bool, bot_before: bool) -> Claim:
        """For a change of a table that this process makes."""
        return Claim(self.holder, bot_next, by_bot, bot_before)

    def note(self, table: str, held: bool) -> None:
        """What came of a claim made just now."""
        with self._lock:
            if held:
                self._good[table] = time.monotonic() + LEASE
            else:
                self._good.pop(table, None)

    def hold(self, table: str) -> bool:
        """Whether this process thinks for the table: it takes the lease if it can."""
        with self._lock:
            sure = self._good.get(table, 0.0) > time.monotonic() + LEASE / 2
        if not sure:
            with self._store.writing() as db:
                sure = rows.take(db, table, self.holder)
            self.note(table, sure)
        return sure

    def renew(self, held: Iterable[str]) -> None:
        """For another while; those that somebody else has taken meanwhile are forgotten."""
        asked = list(held)
        if not asked:
            return
        with self._store.writing() as db:
            renewed = rows.renew(db, self.holder, asked)
        for table in asked:
            self.note(table, table in renewed)

    def release(self, table: str) -> None:
        with self._lock:
            held = self._good.pop(table, None) is not None
        if held:
            with self._store.writing() as db:
                rows.release(db, self.holder, table)

    def release_all(self) -> None:
        """When the process ends: the others need not wait until the leases have run out."""
        with self._store.writing() as db:
            rows.release(db, self.holder)

    def orphans(self) -> list[tuple[str, int]]:
        """(table, revision) where a bot is to act and nobody thinks for it."""
        with reading(self._store.engine) as db:
            return rows.orphans(db, played_versions())
