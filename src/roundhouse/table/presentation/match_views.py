"""The cached views and log lines of each seat of a match.

Everything that browsers and programs learn about a match comes from here. It is made only from
`view`, `sentence` and drawings of a view, so a seat's secrets never get this far.
"""

from __future__ import annotations

from copy import copy

from roundhouse.core.state import State
from roundhouse.core.view import Event, ScorePart, account
from roundhouse.play.match import UNDO, Match
from roundhouse.table.presentation.drawn_view import DrawnView, DrawnViewCache
from roundhouse.table.presentation.log_cache import LogCache
from roundhouse.table.presentation.result import Scores, scores_by_ply, worths_by_ply

LogLines = tuple[tuple[int, str], ...]
Happened = tuple[tuple[int, Event], ...]


class MatchViews:
    """The views of one match.

    Readers that share a finished match use a `fork` each. Threads need a cache that
    they can share.
    """

    def __init__(self, match: Match, views: DrawnViewCache | None = None) -> None:
        self.match = match
        self._views = DrawnViewCache() if views is None else views  # shared with forks
        self._log: LogCache[str] = LogCache(match.sentences, lambda: match.ply)
        self._events: LogCache[Event] = LogCache(match.events, lambda: match.ply)
        self._undos: LogLines = ()
        self._scores: Scores | None = None
        self._worths: Scores | None = None
        self._parts: tuple[ScorePart, ...] | None = None
        self._known = 0  # entries already checked for undos

    def fork(self) -> MatchViews:
        """Return the same views for another reader of a finished match.

        Snapshots and log are shared; what is missing is computed on a separate engine.
        """
        fork = copy(self)
        fork.match = copy(self.match)
        fork.match.game = self.match.game.fork()
        fork.match.state = fork.match.game.unpack(self.match.state.pack())
        fork._log = self._log.fork(fork.match.sentences)
        fork._events = self._events.fork(fork.match.events)
        return fork

    def at(self, seat: int | None, ply: int | None = None) -> DrawnView:
        """Return what a seat sees at a ply; the default is the current one."""
        key = (seat, self.match.ply if ply is None else ply)
        self._forget_undone()
        result = self._views.get(*key)
        if result is None:
            result = DrawnView(self.match.game, *key, self.match.state_at(key[1]).view(seat))
            self._views.add(result)
        return result

    def draw(self, state: State, seat: int | None) -> DrawnView:
        """Return what a seat sees of a state that is none of the match."""
        return DrawnView(self.match.game, seat, self.match.ply, state.view(seat))

    def log(self, seat: int | None) -> LogLines:
        """Return (ply, sentence) of all moves as this seat may read them, and of undos."""
        self._forget_undone()
        return _merged(self._undos, self._log.since(seat, 0))

    def recent_log(self, seat: int | None, lines: int) -> tuple[LogLines, bool]:
        """Return the last lines of the log, and whether there may be earlier ones."""
        self._forget_undone()
        result, earlier = self._log.last(seat, lines)
        first = result[0][0] if earlier and result else 0
        recent = tuple(undo for undo in self._undos if undo[0] >= first)
        return _merged(recent, result)[-lines:], earlier

    def events(self, seat: int | None, since: int) -> Happened:
        """Return (ply, event) from a ply on, as this seat may see them."""
        self._forget_undone()
        return self._events.since(seat, since)

    def scores(self) -> Scores:
        """Return the scores by ply of a finished game, computed once."""
        if self._scores is None:
            self._scores = scores_by_ply(self.match)
        return self._scores

    def worths(self) -> Scores:
        """Return what each position of a finished game was worth, computed once."""
        if self._worths is None:
            self._worths = worths_by_ply(self.match)
        return self._worths

    def parts(self) -> tuple[ScorePart, ...]:
        """Return the score breakdown of a finished game, computed once.

        It comes from the events; if they name only one source, from the final position.
        """
        if self._parts is None:
            events = [event for _, event in self.events(None, 0)]
            first, last = self.match.state_at(0).scores(), self.match.state.scores()
            result = account(first, last, events)
            self._parts = result if len(result) > 1 else self.match.state.breakdown()
        return self._parts

    def _forget_undone(self) -> None:
        entries = self.match.entries
        if len(entries) == self._known:
            return
        for entry in entries[self._known :]:
            if entry.kind == UNDO:
                self._views.clear()
                self._log.forget(entry.ply)
                self._events.forget(entry.ply)
        self._known = len(entries)
        self._undos = _undo_lines(self.match)


def _merged(undos: LogLines, lines: LogLines) -> LogLines:
    return tuple(sorted((*undos, *lines), key=lambda line: line[0])) if undos else lines


def _undo_lines(match: Match) -> LogLines:
    """Return a log line per undo, before the moves that followed it.

    An undo that was itself undone stands at the place of the later one.
    """
    lines: list[tuple[int, str]] = []
    lowest = match.ply
    for entry in reversed(match.entries):
        if entry.kind == UNDO:
            lowest = min(lowest, entry.ply)
            lines.append((lowest, f"@{entry.seat} took back a move"))
    return tuple(reversed(lines))
