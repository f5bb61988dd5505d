"""The tables in memory, each with a lock and its views; an LRU cache."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from roundhouse.table.presentation.match_views import DrawnView, DrawnViewCache, MatchViews, Place
from roundhouse.table.table import Table


class SharedDrawnViews(DrawnViewCache):
    """A cache of drawn views, protected by a lock; the views in it never change."""

    _all: OrderedDict[tuple[DrawnViewCache, Place], None] = OrderedDict()  # noqa: RUF012
    _lock = threading.Lock()

    def get(self, seat: int | None, ply: int) -> DrawnView | None:
        with self._lock:
            return super().get(seat, ply)

    def add(self, view: DrawnView) -> None:
        with self._lock:
            super().add(view)

    def clear(self) -> None:
        with self._lock:
            super().clear()


VIEW_BYTES = 500  # roughly what a ply needs besides its state


@dataclass(eq=False)
class OpenTable(Table):
    """A table in memory. Hold `lock` while reading or changing it.

    Attributes:
        views: The cached views of the match.
        gone: Whether memory does not match the database, so that the table must be loaded again.
        last_used: Monotonic time.
    """

    lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    gone: bool = field(default=False, init=False)
    last_used: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.views = MatchViews(self.match, SharedDrawnViews())
        self._ply_bytes = len(self.match.state.pack()) + VIEW_BYTES

    def replace_with(self, other: Table) -> None:
        super().replace_with(other)
        self.views = MatchViews(self.match, SharedDrawnViews())

    @property
    def size(self) -> int:
        """The approximate size of the positions in memory, in bytes."""
        return self.match.ply * self._ply_bytes


class OpenTables:
    """Tables in memory. An evicted table is loaded again when it is needed."""

    def __init__(self, max_tables: int, max_bytes: int) -> None:
        self._max_tables, self._max_bytes = max_tables, max_bytes
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, table: str) -> OpenTable | None:
        with self._lock:
            result = self._tables.get(table)
            if result is not None:
                self._tables.move_to_end(table)
                result.last_used = time.monotonic()
            return result

    def add(self, table: OpenTable) -> OpenTable:
        """Add a table that was just loaded, or return the one of a faster thread."""
        table.last_used = time.monotonic()
        with self._lock:
            result = self._tables.setdefault(table.id, table)
            size = sum(each.size for each in self._tables.values())
            while len(self._tables) > 1 and (
                len(self._tables) > self._max_tables or size > self._max_bytes
            ):
                _, removed = self._tables.popitem(last=False)
                size -= removed.size
            return result

    def drop(self, table: OpenTable) -> None:
        """Remove a table whose memory does not match the database."""
        with self._lock:
            table.gone = True
            if self._tables.get(table.id) is table:
                del self._tables[table.id]

    def evict_idle(self, idle: float) -> int:
        """Remove tables unused for `idle` seconds and return their number."""
        before = time.monotonic() - idle
        with self._lock:
            unused = [name for name, table in self._tables.items() if table.last_used < before]
            for name in unused:
                del self._tables[name]
            return len(unused)
