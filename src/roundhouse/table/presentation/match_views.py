"""The cached views and log lines of each seat of a match.

Everything that browsers and programs learn about a match comes from here. It is made only from
`view`, `sentence` and drawings of a view, so a seat's secrets never get this far.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from copy import copy

from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.translation import current_language, use_language
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Event, ScorePart, View, account
from roundhouse.play.match import UNDO, Match
from roundhouse.table.presentation.drawings import inline, pieces
from roundhouse.table.presentation.log import LogCache
from roundhouse.table.presentation.result import Scores, scores_by_ply, worths_by_ply

MAX_DRAWN_VIEWS = 24  # of one match, in memory
MAX_DRAWN_VIEWS_IN_ALL = 400  # of all matches; each has up to 150 KB of drawings

Place = tuple[int | None, int, str]  # seat, ply and language


class DrawnView:
    """A view and its drawings, drawn on demand.

    Not a `cached_property`, because Python 3.11 uses one lock for all instances, and pages would
    be drawn one at a time.
    """

    def __init__(self, game: Game, seat: int | None, ply: int, view: View) -> None:
        self.game, self.seat, self.ply, self.view = game, seat, ply, view
        self.language = current_language()
        self._drawings: dict[str, str] | None = None
        self._places: tuple[str, ...] | None = None

    @property
    def drawings(self) -> dict[str, str]:
        """The SVG of each drawing by name, without choices; the page adds those."""
        if self._drawings is None:
            position: View = {**self.view, "choices": [], "shortcuts": []}
            with use_language(self.language):
                self._drawings = {
                    d.name: inline(self.game.draw(position, d.name)) for d in self.game.drawings
                }
        return self._drawings

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places that can be asked about."""
        if self._places is None:
            with use_language(self.language):
                self._places = tuple(self.game.place_names(self.view))
        return self._places

    def changed(self, before: DrawnView) -> set[str]:
        """Return the refs that look different from an earlier view."""
        changed: set[str] = set()
        for drawing in self.game.drawings:
            now, then = self.drawings[drawing.name], before.drawings[drawing.name]
            if now != then and not drawing.narrow:  # a narrow variant shows nothing more
                old, new = _by_ref(then), _by_ref(now)
                changed |= {ref for ref in old.keys() | new.keys() if old.get(ref) != new.get(ref)}
        return changed


class DrawnViewCache:
    """The most recently used drawn views of a match.

    All matches of a process share a limit, because drawn views take most of the memory of a table.
    Threads need a cache that locks.
    """

    _all: OrderedDict[tuple[DrawnViewCache, Place], None] = OrderedDict()  # noqa: RUF012

    def __init__(self) -> None:
        self._views: OrderedDict[Place, DrawnView] = OrderedDict()

    def get(self, seat: int | None, ply: int) -> DrawnView | None:
        place = (seat, ply, current_language())
        result = self._views.get(place)
        if result is not None:
            self._views.move_to_end(place)
            self._all.move_to_end((self, place))
        return result

    def add(self, view: DrawnView) -> None:
        place = (view.seat, view.ply, view.language)
        self._views[place] = view
        self._all[self, place] = None
        if len(self._views) > MAX_DRAWN_VIEWS:
            oldest, _view = self._views.popitem(last=False)
            del self._all[self, oldest]
        while len(self._all) > MAX_DRAWN_VIEWS_IN_ALL:
            (cache, oldest), _none = self._all.popitem(last=False)
            del cache._views[oldest]

    def clear(self) -> None:
        for place in self._views:
            del self._all[self, place]
        self._views.clear()


def _by_ref(svg: str) -> dict[str, list[str]]:
    """Return the SVG pieces of each ref."""
    results: dict[str, list[str]] = {}
    for ref, drawing in pieces(svg):
        results.setdefault(ref, []).append(drawing)
    return results


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
        self._undos: tuple[tuple[int, int], ...] = ()  # ply and seat
        self._scores: Scores | None = None
        self._worths: Scores | None = None
        self._parts: dict[str, tuple[ScorePart, ...]] = {}  # by language
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
        return _merged(_write_undos(self._undos), self._log.since(seat, 0))

    def recent_log(self, seat: int | None, lines: int) -> tuple[LogLines, bool]:
        """Return the last lines of the log, and whether there may be earlier ones."""
        self._forget_undone()
        result, earlier = self._log.last(seat, lines)
        first = result[0][0] if earlier and result else 0
        recent = _write_undos(undo for undo in self._undos if undo[0] >= first)
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
        language = current_language()
        if language not in self._parts:
            events = [event for _, event in self.events(None, 0)]
            first, last = self.match.state_at(0).scores(), self.match.state.scores()
            result = account(first, last, events)
            self._parts[language] = result if len(result) > 1 else self.match.state.breakdown()
        return self._parts[language]

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
        self._undos = _find_undos(self.match)


def _merged(undos: LogLines, lines: LogLines) -> LogLines:
    return tuple(sorted((*undos, *lines), key=lambda line: line[0])) if undos else lines


def _write_undos(undos: Iterable[tuple[int, int]]) -> LogLines:
    return tuple((ply, _("{who} took back a move", who=f"@{seat}")) for ply, seat in undos)


def _find_undos(match: Match) -> tuple[tuple[int, int], ...]:
    """Return the ply and the seat of each undo, before the moves that followed it.

    An undo that was itself undone stands at the place of the later one.
    """
    undos: list[tuple[int, int]] = []
    lowest = match.ply
    for entry in reversed(match.entries):
        if entry.kind == UNDO:
            lowest = min(lowest, entry.ply)
            undos.append((lowest, entry.seat))
    return tuple(reversed(undos))
