"""Cache of table pages for spectators, who all see the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from roundhouse.core.translation import current_language

MAX_PAGES = 64


class SpectatorPages:
    """Rendered pages by everything they depend on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        key = (key, current_language())
        with self._lock:
            html = self._pages.get(key)
        if html is None:
            html = make()
            with self._lock:
                self._pages[key] = html
                while len(self._pages) > MAX_PAGES:
                    self._pages.popitem(last=False)
        return html

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
