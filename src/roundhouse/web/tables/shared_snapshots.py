"""Caches of snapshots that threads share."""

from __future__ import annotations

import threading
from collections import OrderedDict

from roundhouse.table.presentation.snapshot import Place, Snapshot, SnapshotCache


class SharedSnapshots(SnapshotCache):
    """A cache of snapshots, protected by a lock; the snapshots in it never change."""

    _all: OrderedDict[tuple[SnapshotCache, Place], None] = OrderedDict()  # noqa: RUF012
    _lock = threading.Lock()

    def get(self, seat: int | None, ply: int) -> Snapshot | None:
        with self._lock:
            return super().get(seat, ply)

    def add(self, snapshot: Snapshot) -> None:
        with self._lock:
            super().add(snapshot)

    def clear(self) -> None:
        with self._lock:
            super().clear()
