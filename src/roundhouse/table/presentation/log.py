"""The log as a page shows it. The games write the sentences (`games/*/log.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from markupsafe import Markup

from roundhouse.core.translation import current_language
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.choices import join_heading
from roundhouse.table.presentation.markup import rich

NO_REASON = Markup("")


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log; its link shows the position after the move."""

    ply: int
    text: Markup
    new: bool = False
    why: Markup = NO_REASON  # why a bot chose this move


@dataclass(frozen=True)
class BotReason:
    """A bot's move, the second move of its search, and how close that came."""

    move: str
    runner_up: str
    doubt: float
    texts: dict[str, str] = field(default_factory=dict)  # by language, once they are needed


CLEAR, CLOSE = 0.2, 0.6  # doubts below and from which a choice is clear or close


def log_lines(
    log: Sequence[tuple[int, str]],
    names: Sequence[str],
    since: int | None = None,
    why: Mapping[int, Markup] | None = None,
) -> list[LogLine]:
    """Return the lines of a log in order; those from ply `since` on are new."""
    return [
        LogLine(
            ply + 1,
            rich(text, names),
            since is not None and ply >= since,
            (why or {}).get(ply, NO_REASON),
        )
        for ply, text in log
    ]


def describe_reason(view: View, runner_up: str, doubt: float) -> str:
    """Say how sure a bot was of its move, and what it considered besides.

    `runner_up` is the second move of its search and `doubt` how close it came: 1 is a tie.
    """
    if doubt < CLEAR:
        return _("a clear choice")
    for choice in view["choices"]:
        if choice["move"] == runner_up:
            move = join_heading(choice["group"], choice["label"])
            if doubt >= CLOSE:
                return _("a close call with: {move}", move=move)
            return _("also considered: {move}", move=move)
    return ""


CHUNK = 120  # plies per backward read

T = TypeVar("T")
Lines = tuple[tuple[int, T], ...]  # (ply, line)


@dataclass(frozen=True)
class _Part(Generic[T]):
    """The lines of plies from `since` up to `until`."""

    since: int
    until: int
    lines: Lines[T]


class LogCache(Generic[T]):
    """Cache of what `read(seat, since, until)` returns.

    `ply()` returns the length of the match.
    """

    def __init__(
        self, read: Callable[[int | None, int, int], list[tuple[int, T]]], ply: Callable[[], int]
    ) -> None:
        self._read, self._ply = read, ply
        self._parts: dict[tuple[int | None, str], _Part[T]] = {}  # by seat and language

    def fork(self, read: Callable[[int | None, int, int], list[tuple[int, T]]]) -> LogCache[T]:
        """Return the cache for another reader of a finished match; the lines are shared."""
        fork = LogCache(read, self._ply)
        fork._parts = self._parts
        return fork

    def since(self, seat: int | None, ply: int) -> Lines[T]:
        """Return the lines from this ply on."""
        part = self._reaching(seat, ply)
        return tuple(line for line in part.lines if line[0] >= ply)

    def last(self, seat: int | None, count: int) -> tuple[Lines[T], bool]:
        """Return the last `count` lines, and whether there may be earlier ones."""
        back = self._ply()
        while True:
            back = max(0, back - CHUNK)
            part = self._reaching(seat, back)
            if len(part.lines) >= count or part.since == 0:
                return part.lines[-count:], part.since > 0 or len(part.lines) > count

    def forget(self, ply: int) -> None:
        """Drop the lines from this ply on, after an undo."""
        for key, part in list(self._parts.items()):
            if part.since >= ply:
                del self._parts[key]
            else:
                earlier = tuple(line for line in part.lines if line[0] < ply)
                self._parts[key] = _Part(part.since, min(part.until, ply), earlier)

    def _reaching(self, seat: int | None, back: int) -> _Part[T]:
        """Return a part that starts at `back` or before and ends now."""
        now = self._ply()
        key = (seat, current_language())
        part = self._parts.get(key) or _Part(now, now, ())
        if part.since <= back and part.until == now:
            return part
        earlier = self._read(seat, back, part.since) if back < part.since else []
        later = self._read(seat, part.until, now) if part.until < now else []
        result = _Part(min(back, part.since), now, (*earlier, *part.lines, *later))
        self._parts[key] = result
        return result
