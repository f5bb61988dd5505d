"""Status messages about the bots of a table."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.presentation.log import BotReason
from roundhouse.web.tables.event_streams import Watchers

MAX_TABLES = 2000  # tables with a message
MAX_REASONS = 40  # of a table


class BotMessage(NamedTuple):
    """A message about bots; each viewer reads it in their own language."""

    text: str  # marked; empty: there is none
    values: Mapping[str, object] = {}

    def write(self) -> str:
        return _(self.text, **self.values) if self.text else ""


NO_MESSAGE = BotMessage("")
DATABASE_DOWN = BotMessage(
    mark("The bots are paused because the database is not responding. They will resume.")
)
BOTS_FAILED = BotMessage(mark("The bots ran into a problem and will try again."))


def fallback_message(name: str, ply: int) -> BotMessage:
    """Return the message that a bot played below its level."""
    text = mark("{name} ran into a problem and played a simple move (move {number}).")
    return BotMessage(text, {"name": name, "number": ply + 1})


class BotStatus:
    """The current message of each table; thread-safe."""

    def __init__(self, watchers: Watchers) -> None:
        self._watchers = watchers
        self._lock = threading.Lock()
        self._messages: OrderedDict[str, BotMessage] = OrderedDict()
        self._reasons: OrderedDict[str, dict[int, BotReason]] = OrderedDict()

    def note_reason(self, table: str, ply: int, reason: BotReason) -> None:
        """Keep why a bot chose its move, for the log."""
        with self._lock:
            reasons = self._reasons.pop(table, {})
            latest = sorted(reasons)[-MAX_REASONS + 1 :]
            self._reasons[table] = {each: reasons[each] for each in latest} | {ply: reason}
            while len(self._reasons) > MAX_TABLES:
                self._reasons.popitem(last=False)

    def reasons(self, table: str) -> Mapping[int, BotReason]:
        """Return why bots chose their latest moves, by ply."""
        return self._reasons.get(table, {})

    def of(self, table: str) -> BotMessage:
        return self._messages.get(table, NO_MESSAGE)

    def set(self, table: str, message: BotMessage) -> None:
        with self._lock:
            if self.of(table) == message:
                return
            self._messages[table] = message
            self._messages.move_to_end(table)
            if not message.text:
                del self._messages[table]
            while len(self._messages) > MAX_TABLES:
                self._messages.popitem(last=False)
        self._watchers.refresh(table)

    def clear(self, table: str, *messages: BotMessage) -> None:
        """Remove the message if it is one of these."""
        if self.of(table) in messages:
            self.set(table, NO_MESSAGE)
