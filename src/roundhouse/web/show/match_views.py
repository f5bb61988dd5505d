"""The views of a match: snapshots and log lines of each seat, made once and kept.

Everything a browser or a program gets to know about a match passes through here, and here it is
made from `view`, `sentence` and drawings of a view: what a seat may not know never comes this far.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from typing import TypeVar

from roundhouse.core.view import Event
from roundhouse.play.match import UNDO, Match
from roundhouse.web.show.result import Scores, scores_by_ply
from roundhouse.web.show.snapshot import Snapshot

KEPT = 24  # snapshots of one match kept in memory

Log = tuple[tuple[int, str], ...]
Happened = tuple[tuple[int, Event], ...]
Told = TypeVar("Told")


class MatchViews:
    """The views of one match. Threads that share a match each look through a `fork`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        # Shared with forks, and only touched under the lock; what is in there is never changed.
        self._lock = threading.Lock()
        self._snapshots: OrderedDict[tuple[int | None, int], Snapshot] = OrderedDict()
        self._logs: dict[int | None, tuple[int, Log]] = {}  # seat: (plies read, lines)
        self._events: dict[int | None, tuple[int, Happened]] = {}
        self._undos: Log = ()
        self._scores: Scores | None = None
        self._known = 0  # entries of the match that were looked at for undos

    def fork(self) -> MatchViews:
        """The same views for another thread: what is there is shared, what is missing is made on
        an engine of its own. For a match that nobody plays any more."""
        twin = copy(self)
        twin.match = copy(self.match)
        twin.match.game = self.match.game.fork()
        twin.match.state = twin.match.game.unpack(self.match.state.pack())
        return twin

    @property
    def secrets(self) -> bool:
        """Whether seats of this game know different things."""
        return self.match.game.meta.secrets

    def at(self, seat: int | None, ply: int | None = None) -> Snapshot:
        """What a seat sees at a ply; without one: now."""
        key = (seat, self.match.ply if ply is None else ply)
        with self._lock:
            self._forget_undone()
            found = self._snapshots.get(key)
            if found is not None:
                self._snapshots.move_to_end(key)
                return found
        made = Snapshot(self.match.game, *key, self.match.state_at(key[1]).view(seat))
        with self._lock:
            self._snapshots[key] = made
            while len(self._snapshots) > KEPT:
                self._snapshots.popitem(last=False)
        return made

    def log(self, seat: int | None) -> Log:
        """(ply, sentence) of all moves worth one, as this seat may read them; and where somebody
        went back, a line that says so."""
        with self._lock:
            self._forget_undone()
            read, lines = self._logs.get(seat, (0, ()))
            undos = self._undos
        if read < self.match.ply:
            lines = (*lines, *self.match.sentences(seat, read))
            with self._lock:
                self._logs[seat] = (self.match.ply, lines)
        return tuple(sorted((*undos, *lines), key=lambda line: line[0])) if undos else lines

    def events(self, seat: int | None) -> Happened:
        """(ply, event) of all that deserved a card of its own, as this seat may see it."""
        with self._lock:
            self._forget_undone()
            read, found = self._events.get(seat, (0, ()))
        if read < self.match.ply:
            found = (*found, *self.match.events(seat, read))
            with self._lock:
                self._events[seat] = (self.match.ply, found)
        return found

    def scores(self) -> Scores:
        """The scores by ply of a game that is over; made once."""
        if self._scores is None:
            self._scores = scores_by_ply(self.match)
        return self._scores

    def _forget_undone(self) -> None:
        entries = self.match.entries
        if len(entries) == self._known:
            return
        for entry in entries[self._known :]:
            if entry.kind == UNDO:
                self._snapshots.clear()
                for seat, (read, lines) in self._logs.items():
                    self._logs[seat] = (min(read, entry.ply), _before(lines, entry.ply))
                for seat, (read, found) in self._events.items():
                    self._events[seat] = (min(read, entry.ply), _before(found, entry.ply))
        self._known = len(entries)
        self._undos = _undo_lines(self.match)


def _before(lines: tuple[tuple[int, Told], ...], ply: int) -> tuple[tuple[int, Told], ...]:
    return tuple(line for line in lines if line[0] < ply)


def _undo_lines(match: Match) -> Log:
    """A line for each time somebody went back, before what was played from there on. One that
    itself was gone back behind stands where the later one does."""
    lines: list[tuple[int, str]] = []
    lowest = match.ply
    for entry in reversed(match.entries):
        if entry.kind == UNDO:
            lowest = min(lowest, entry.ply)
            lines.append((lowest, f"@{entry.seat} went back to ply {entry.ply}"))
    return tuple(reversed(lines))
