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
        self._pieces: dict[str, tuple[str, ...]] | None = None

    @property
    def drawings(self) -> dict[str, str]:
        """An SVG for each drawing of the game, by its name."""
        if self._drawings is None:
            self._drawings = {
                d.name: inline(self.game.draw(self.view, d.name)) for d in self.game.drawings
            }
        return self._drawings

    @property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """What is drawn under each ref while nobody is to choose: how a drawing shows what can be
        chosen says nothing about what lies there."""
        if self._pieces is None:
            found: dict[str, list[str]] = {}
            narrow = {d.name for d in self.game.drawings if d.narrow}  # shows nothing of its own
            for name, svg in self._bare().items():
                for ref, drawn in pieces(svg) if name not in narrow else ():
                    found.setdefault(ref, []).append(drawn)
            self._pieces = {ref: tuple(drawn) for ref, drawn in found.items()}
        return self._pieces

    def _bare(self) -> dict[str, str]:
        """The drawings without what can be chosen. Whoever has no choice sees them so anyway."""
        if not self.view["choices"] and not self.view["shortcuts"]:
            return self.drawings
        bare: View = {**self.view, "choices": [], "shortcuts": []}
        return {
            d.name: inline(self.game.draw(bare, d.name)) for d in self.game.drawings if not d.narrow
        }

    def changed(self, before: Snapshot) -> set[str]:
        """Refs that look different from an earlier snapshot."""
        return {
            ref
            for ref in self.pieces.keys() | before.pieces.keys()
            if self.pieces.get(ref) != before.pieces.get(ref)
        }
