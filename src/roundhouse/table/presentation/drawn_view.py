"""A drawn view: what one seat sees of a match at one ply; and a cache of them."""

from __future__ import annotations

from collections import OrderedDict

from roundhouse.core.game import Game
from roundhouse.core.view import View
from roundhouse.table.presentation.drawings import inline, pieces

MAX_DRAWN_VIEWS = 24  # of one match, in memory
MAX_DRAWN_VIEWS_IN_ALL = 400  # of all matches; each has up to 150 KB of drawings

Place = tuple[int | None, int]  # seat and ply


class DrawnView:
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
        place = (seat, ply)
        result = self._views.get(place)
        if result is not None:
            self._views.move_to_end(place)
            self._all.move_to_end((self, place))
        return result

    def add(self, view: DrawnView) -> None:
        place = (view.seat, view.ply)
        self._views[place] = view
        self._all[self, place] = None
        if len(self._views) > MAX_DRAWN_VIEWS:
            oldest, _ = self._views.popitem(last=False)
            del self._all[self, oldest]
        while len(self._all) > MAX_DRAWN_VIEWS_IN_ALL:
            (cache, oldest), _ = self._all.popitem(last=False)
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
