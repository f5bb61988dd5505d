"""Drawn views that several threads use."""

from __future__ import annotations

import threading
from collections import OrderedDict

from roundhouse.table.presentation.match_views import DrawnView, DrawnViewCache, Place


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
