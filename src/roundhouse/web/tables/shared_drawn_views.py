"""A cache of drawn views that threads share."""

from __future__ import annotations

import threading

from roundhouse.table.presentation.drawn_view import DrawnView, DrawnViewCache


class SharedDrawnViews(DrawnViewCache):
    """Protects the cache with a lock; the views in it never change."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def get(self, seat: int | None, ply: int) -> DrawnView | None:
        with self._lock:
            return super().get(seat, ply)

    def add(self, view: DrawnView) -> None:
        with self._lock:
            super().add(view)

    def clear(self) -> None:
        with self._lock:
            super().clear()
