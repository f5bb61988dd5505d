"""A snapshot: what one seat sees of a match at one ply, as a view and as drawings."""

from __future__ import annotations

from roundhouse.core.game import Game
from roundhouse.core.view import View
from roundhouse.web.show.drawings import inline, pieces


class Snapshot:
    """Drawings are made when somebody asks for them. (Not a `cached_property`: Python 3.11 holds
    one lock for all snapshots there, and pages would be drawn one at a time.)"""

    def __init__(self, game: Game, seat: int | None, ply: int, view: View) -> None:
        self.game, self.seat, self.ply, self.view = game, seat, ply, view
        self._drawings: dict[str, str] | None = None

    @property
    def drawings(self) -> dict[str, str]:
        """An SVG for each drawing of the game, by its name. None is told what can be chosen: that
        says nothing about what lies there, and it is the page that shows it."""
        if self._drawings is None:
            lying: View = {**self.view, "choices": [], "shortcuts": []}
            self._drawings = {
                d.name: inline(self.game.draw(lying, d.name)) for d in self.game.drawings
            }
        return self._drawings

    def changed(self, before: Snapshot) -> set[str]:
        """Refs that look different from an earlier snapshot."""
        found: set[str] = set()
        for drawing in self.game.drawings:
            now, then = self.drawings[drawing.name], before.drawings[drawing.name]
            if now != then and not drawing.narrow:  # a narrow one shows nothing of its own
                old, new = _by_ref(then), _by_ref(now)
                found |= {ref for ref in old.keys() | new.keys() if old.get(ref) != new.get(ref)}
        return found


def _by_ref(svg: str) -> dict[str, list[str]]:
    """What is drawn under each ref."""
    found: dict[str, list[str]] = {}
    for ref, drawn in pieces(svg):
        found.setdefault(ref, []).append(drawn)
    return found
