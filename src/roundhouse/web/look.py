"""Looking at a match: views, drawings and log lines of one seat, made once and kept.

Everything a browser gets to know about a match passes through here, and here it is made from
`view`, `sentence` and drawings of a view: what a seat may not know never comes this far.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import unescape

from roundhouse.core.game import Game
from roundhouse.core.view import View
from roundhouse.play.match import UNDO, Match

KEPT = 24  # looks of one match kept in memory


@dataclass
class Look:
    """What a seat sees at a ply."""

    game: Game
    seat: int | None
    ply: int
    view: View

    @cached_property
    def drawings(self) -> dict[str, str]:
        """An SVG for each sheet of the game."""
        return {d.name: inline(self.game.draw(self.view, d.name)) for d in self.game.drawings}

    @cached_property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """What is drawn under each ref."""
        found: dict[str, list[str]] = {}
        for svg in self.drawings.values():
            for ref, drawn in _pieces(svg):
                found.setdefault(ref, []).append(drawn)
        return {ref: tuple(drawn) for ref, drawn in found.items()}

    def changed(self, before: Look) -> set[str]:
        """Refs that look different from an earlier look."""
        return {
            ref
            for ref in self.pieces.keys() | before.pieces.keys()
            if self.pieces.get(ref) != before.pieces.get(ref)
        }


class Reel:
    """The looks of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._looks: OrderedDict[tuple[int | None, int], Look] = OrderedDict()
        self._logs: dict[int | None, list[tuple[int, str]]] = {}
        self._read: dict[int | None, int] = {}  # how far each log has been read
        self._known = 0

    @property
    def secrets(self) -> bool:
        """Whether seats of this game know different things."""
        return self.match.game.meta.secrets

    def look(self, seat: int | None, ply: int) -> Look:
        self._catch_up()
        key = (seat, ply)
        found = self._looks.get(key)
        if found is None:
            state = self.match.state_at(ply)
            found = self._looks[key] = Look(self.match.game, seat, ply, state.view(seat))
            while len(self._looks) > KEPT:
                self._looks.popitem(last=False)
        self._looks.move_to_end(key)
        return found

    def log(self, seat: int | None) -> list[tuple[int, str]]:
        """(ply, sentence) of all moves worth one, as this seat may read them."""
        self._catch_up()
        lines = self._logs.setdefault(seat, [])
        read = self._read.get(seat, 0)
        if read < self.match.ply:
            lines += self.match.sentences(seat, read)
            self._read[seat] = self.match.ply
        return lines

    def _catch_up(self) -> None:
        """Forget what an undo has made untrue."""
        entries = self.match.entries
        for entry in entries[self._known :]:
            if entry.kind == UNDO:
                self._looks.clear()
                for seat, lines in self._logs.items():
                    self._logs[seat] = [line for line in lines if line[0] < entry.ply]
                    self._read[seat] = min(self._read.get(seat, 0), entry.ply)
        self._known = len(entries)


_TAG = re.compile(r"<(/?)[a-zA-Z][^<>]*?(/?)>")
_REF = re.compile(r'data-ref="([^"]*)"')


def _pieces(svg: str) -> Iterator[tuple[str, str]]:
    """(ref, its SVG) of each element that has one, nested ones too. Our own SVG only: a parser
    would take ten times as long."""
    opened: list[tuple[str | None, int]] = []
    for tag in _TAG.finditer(svg):
        closing, empty = tag.groups()
        if closing:
            ref, start = opened.pop()
            if ref is not None:
                yield ref, svg[start : tag.end()]
            continue
        named = _REF.search(tag.group())
        ref = unescape(named.group(1)) if named else None
        if not empty:
            opened.append((ref, tag.start()))
        elif ref is not None:
            yield ref, tag.group()


@lru_cache(maxsize=64)
def _scoped(style: str) -> str:
    """Rules of a drawing that hold inside drawings only: a page has classes of its own."""
    if "@" in style:
        return style
    rules = re.findall(r"([^{}]+)(\{[^{}]*\})", style)
    return "".join(
        ",".join(f".board {part.strip()}" for part in selector.split(",")) + body
        for selector, body in rules
    )


def inline(svg: str) -> str:
    """A drawing as part of a page."""
    return re.sub(
        r"<style>(.*?)</style>",
        lambda m: f"<style>{_scoped(m.group(1))}</style>",
        svg,
        flags=re.DOTALL,
    )


def mark(svg: str, refs: set[str]) -> str:
    """The drawing with what is new marked so."""

    def add(found: re.Match[str]) -> str:
        new = ' data-new=""' if unescape(found.group(1)) in refs else ""
        return found.group(0) + new

    return _REF.sub(add, svg) if refs else svg
