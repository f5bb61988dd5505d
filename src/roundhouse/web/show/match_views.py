"""The views of a match: snapshots and log lines of each seat, made once and kept.

Everything a browser or a program gets to know about a match passes through here, and here it is
made from `view`, `sentence` and drawings of a view: what a seat may not know never comes this far.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy

from roundhouse.core.view import Event, ScorePart, account
from roundhouse.play.match import UNDO, Match
from roundhouse.web.show.result import Scores, scores_by_ply
from roundhouse.web.show.snapshot import Snapshot
from roundhouse.web.show.told import Told

KEPT = 24  # snapshots of one match kept in memory

Log = tuple[tuple[int, str], ...]
Happened = tuple[tuple[int, Event], ...]


class MatchViews:
    """The views of one match. Threads that share a match each look through a `fork`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        # Shared with forks, and only touched under the lock; what is in there is never changed.
        self._lock = threading.Lock()
        self._snapshots: OrderedDict[tuple[int | None, int], Snapshot] = OrderedDict()
        self._log = self._told()
        self._events = self._happened()
        self._undos: Log = ()
        self._scores: Scores | None = None
        self._parts: tuple[ScorePart, ...] | None = None
        self._known = 0  # entries of the match that were looked at for undos

    def fork(self) -> MatchViews:
        """The same views for another thread: what is there is shared, what is missing is made on
        an engine of its own. For a match that nobody plays any more."""
        twin = copy(self)
        twin.match = copy(self.match)
        twin.match.game = self.match.game.fork()
        twin.match.state = twin.match.game.unpack(self.match.state.pack())
        twin._log, twin._events = twin._told(), twin._happened()
        return twin

    def _told(self) -> Told[str]:
        return Told(self.match.sentences, lambda: self.match.ply)

    def _happened(self) -> Told[Event]:
        return Told(self.match.events, lambda: self.match.ply)

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
            undos = self._undos
        return _merged(undos, self._log.since(seat, 0))

    def recent_log(self, seat: int | None, lines: int) -> tuple[Log, bool]:
        """The last lines of it, and whether there may be earlier ones."""
        with self._lock:
            self._forget_undone()
            undos = self._undos
        found, earlier = self._log.last(seat, lines)
        first = found[0][0] if earlier and found else 0
        recent = tuple(undo for undo in undos if undo[0] >= first)
        return _merged(recent, found)[-lines:], earlier

    def events(self, seat: int | None, since: int) -> Happened:
        """(ply, event) of what deserved a card of its own from a ply on, as this seat may see
        it."""
        with self._lock:
            self._forget_undone()
        return self._events.since(seat, since)

    def scores(self) -> Scores:
        """The scores by ply of a game that is over; made once."""
        if self._scores is None:
            self._scores = scores_by_ply(self.match)
        return self._scores

    def parts(self) -> tuple[ScorePart, ...]:
        """Where the points of a game that is over came from: by what happened in it; where that
        tells of one thing alone, by its last position. Made once."""
        if self._parts is None:
            told = [event for _, event in self.events(None, 0)]
            first, last = self.match.state_at(0).scores(), self.match.state.scores()
            found = account(first, last, told)
            self._parts = found if len(found) > 1 else self.match.state.breakdown()
        return self._parts

    def _forget_undone(self) -> None:
        entries = self.match.entries
        if len(entries) == self._known:
            return
        for entry in entries[self._known :]:
            if entry.kind == UNDO:
                self._snapshots.clear()
                self._log.forget(entry.ply)
                self._events.forget(entry.ply)
        self._known = len(entries)
        self._undos = _undo_lines(self.match)


def _merged(undos: Log, lines: Log) -> Log:
    return tuple(sorted((*undos, *lines), key=lambda line: line[0])) if undos else lines


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
