"""What is said at a table about its bots: that the table waits, or that a bot could not think."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

KEPT = 2000  # tables about which something is said

WAITS = "The table waits: the database does not answer. The bots go on by themselves when it does."
IN_TROUBLE = "The table waits: its bots are in trouble. They try again by themselves."


def weaker(name: str, ply: int) -> str:
    """That a bot has not played at its level."""
    return f"{name} could not think about ply {ply} and has played a simple move there."


class Notices:
    """What is said now, by table. Asked and told from any thread; `changed` hears of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said: OrderedDict[str, str] = OrderedDict()
        self.changed: Callable[[str], None] = lambda table: None

    def of(self, table: str) -> str:
        return self._said.get(table, "")

    def say(self, table: str, words: str) -> None:
        with self._lock:
            if self._said.get(table, "") == words:
                return
            self._said[table] = words
            self._said.move_to_end(table)
            if not words:
                del self._said[table]
            while len(self._said) > KEPT:
                self._said.popitem(last=False)
        self.changed(table)

    def take_back(self, table: str, *words: str) -> None:
        """Say these no more; whatever else is said stays."""
        if self.of(table) in words:
            self.say(table, "")
