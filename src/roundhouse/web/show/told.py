"""What the moves of a match have told each seat, read only as far back as somebody wants to know: a
page shows the last lines of a log, and a long match has many before them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

CHUNK = 120  # plies that are read at a time, backwards

T = TypeVar("T")
Lines = tuple[tuple[int, T], ...]  # (ply, what was told)


@dataclass(frozen=True)
class _Part(Generic[T]):
    """What plies from `since` up to `until` have told."""

    since: int
    until: int
    lines: Lines[T]


class Told(Generic[T]):
    """`read(seat, since, until)` works it out; what was read is kept. `ply` says how far the match
    is. Asked from any thread."""

    def __init__(
        self, read: Callable[[int | None, int, int], list[tuple[int, T]]], ply: Callable[[], int]
    ) -> None:
        self._read, self._ply = read, ply
        self._lock = threading.Lock()
        self._parts: dict[int | None, _Part[T]] = {}

    def since(self, seat: int | None, ply: int) -> Lines[T]:
        """What was told from this ply on."""
        part = self._reaching(seat, ply)
        return tuple(line for line in part.lines if line[0] >= ply)

    def last(self, seat: int | None, count: int) -> tuple[Lines[T], bool]:
        """The last so many, and whether there may be more before them."""
        back = self._ply()
        while True:
            back = max(0, back - CHUNK)
            part = self._reaching(seat, back)
            if len(part.lines) >= count or part.since == 0:
                return part.lines[-count:], part.since > 0 or len(part.lines) > count

    def forget(self, ply: int) -> None:
        """What was told from this ply on has not happened."""
        with self._lock:
            for seat, part in list(self._parts.items()):
                if part.since >= ply:
                    del self._parts[seat]
                else:
                    kept = tuple(line for line in part.lines if line[0] < ply)
                    self._parts[seat] = _Part(part.since, min(part.until, ply), kept)

    def _reaching(self, seat: int | None, back: int) -> _Part[T]:
        """A part that begins at `back` or before, and ends now."""
        now = self._ply()
        with self._lock:
            part = self._parts.get(seat) or _Part(now, now, ())
        if part.since <= back and part.until == now:
            return part
        earlier = self._read(seat, back, part.since) if back < part.since else []
        later = self._read(seat, part.until, now) if part.until < now else []
        made = _Part(min(back, part.since), now, (*earlier, *part.lines, *later))
        with self._lock:
            self._parts[seat] = made
        return made
