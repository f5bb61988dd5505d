"""A snapshot: what one seat sees of a match at one ply; and a cache of snapshots."""

from __future__ import annotations

from collections import OrderedDict

from roundhouse.core.game import Game
from roundhouse.core.view import View
from roundhouse.table.presentation.drawings import inline, pieces

MAX_SNAPSHOTS = 24  # of one match, in memory
MAX_SNAPSHOTS_IN_ALL = 400  # of all matches; each has up to 150 KB of drawings

Place = tuple[int | None, int]  # seat and ply


class Snapshot:
    """A view and its drawings, drawn on demand.

    Not a `cached_property`, because Python 3.11 uses one lock for all instances, and pages would
    be drawn one at a time.
    """

    def __init__(self, game: Game, seat: int | None, ply: int, view: View) -> None:
        self.game, self.seat, self.ply, self.view = game, seat, ply, view
        self._drawings: dict[str, str] | None = None

    @property
    def drawings(self) -> dict[str, str]:
        """The SVG of each drawing by name, without choices; the page adds those."""
        if self._drawings is None:
            position: View = {**self.view, "choices": [], "shortcuts": []}
            self._drawings = {
                d.name: inline(self.game.draw(position, d.name)) for d in self.game.drawings
            }
        return self._drawings

    def changed(self, before: Snapshot) -> set[str]:
        """Return the refs that look different from an earlier snapshot."""
        changed: set[str] = set()
        for drawing in self.game.drawings:
            now, then = self.drawings[drawing.name], before.drawings[drawing.name]
            if now != then and not drawing.narrow:  # a narrow variant shows nothing more
                old, new = _by_ref(then), _by_ref(now)
                changed |= {ref for ref in old.keys() | new.keys() if old.get(ref) != new.get(ref)}
        return changed


class SnapshotCache:
    """The most recently used snapshots of a match.

    All matches of a process share a limit, because snapshots take most of the memory of a table.
    Threads need a cache that locks.
    """

    _all: OrderedDict[tuple[SnapshotCache, Place], None] = OrderedDict()  # noqa: RUF012

    def __init__(self) -> None:
        self._snapshots: OrderedDict[Place, Snapshot] = OrderedDict()

    def get(self, seat: int | None, ply: int) -> Snapshot | None:
        place = (seat, ply)
        result = self._snapshots.get(place)
        if result is not None:
            self._snapshots.move_to_end(place)
            self._all.move_to_end((self, place))
        return result

    def add(self, snapshot: Snapshot) -> None:
        place = (snapshot.seat, snapshot.ply)
        self._snapshots[place] = snapshot
        self._all[self, place] = None
        if len(self._snapshots) > MAX_SNAPSHOTS:
            oldest, _ = self._snapshots.popitem(last=False)
            del self._all[self, oldest]
        while len(self._all) > MAX_SNAPSHOTS_IN_ALL:
            (cache, oldest), _ = self._all.popitem(last=False)
            del cache._snapshots[oldest]

    def clear(self) -> None:
        for place in self._snapshots:
            del self._all[self, place]
        self._snapshots.clear()


def _by_ref(svg: str) -> dict[str, list[str]]:
    """Return the SVG pieces of each ref."""
    results: dict[str, list[str]] = {}
    for ref, drawing in pieces(svg):
        results.setdefault(ref, []).append(drawing)
    return results
