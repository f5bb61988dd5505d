"""What all spectators of a table see is the same: made once for all of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

KEPT = 64


class SpectatorPages:
    """Tables as they were last sent to spectators, by everything that they depend on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        with self._lock:
            html = self._pages.get(key)
        if html is None:
            html = make()
            with self._lock:
                self._pages[key] = html
                while len(self._pages) > KEPT:
                    self._pages.popitem(last=False)
        return html

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
