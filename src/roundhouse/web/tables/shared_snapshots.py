"""A cache of snapshots that threads share."""

from __future__ import annotations

import threading

from roundhouse.table.presentation.snapshot import Snapshot, SnapshotCache


class SharedSnapshots(SnapshotCache):
    """Protects the cache with a lock; the snapshots in it never change."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def get(self, seat: int | None, ply: int) -> Snapshot | None:
        with self._lock:
            return super().get(seat, ply)

    def add(self, snapshot: Snapshot) -> None:
        with self._lock:
            super().add(snapshot)

    def clear(self) -> None:
        with self._lock:
            super().clear()
