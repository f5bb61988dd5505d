"""The tables in memory: those that were asked for last, as many as there is room for."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from roundhouse.web.tables.table import Table


class OpenTables:
    """Putting a table away costs nothing but time: it is read again when somebody asks for it."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, table: str) -> Table | None:
        with self._lock:
            found = self._tables.get(table)
            if found is not None:
                self._tables.move_to_end(table)
                found.asked = time.monotonic()
            return found

    def add(self, table: Table) -> Table:
        """Keep a table that was read just now; if somebody was quicker, theirs is it."""
        table.asked = time.monotonic()
        with self._lock:
            found = self._tables.setdefault(table.id, table)
            size = sum(kept.size for kept in self._tables.values())
            while len(self._tables) > 1 and (
                len(self._tables) > self._most or size > self._most_bytes
            ):
                _, gone = self._tables.popitem(last=False)
                size -= gone.size
            return found

    def drop(self, table: Table) -> None:
        """Forget this table: what is in memory of it is not what is kept."""
        with self._lock:
            table.gone = True
            if self._tables.get(table.id) is table:
                del self._tables[table.id]

    def put_away(self, idle: float) -> int:
        """Forget those that nobody has asked for in so many seconds; how many they were."""
        before = time.monotonic() - idle
        with self._lock:
            due = [name for name, table in self._tables.items() if table.asked < before]
            for name in due:
                del self._tables[name]
            return len(due)
