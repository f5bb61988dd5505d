"""Small pictures for the rules, made by the game's own drawing.

A room's `pictures.toml` says what each shows: a position, by the moves that lead to it, the sheet,
and the refs that the picture is cut to. `RULES.md` points to one as `![words](picture:name)`.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Position
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.svg import number
from roundhouse.core.svg_shapes import Box, read
from roundhouse.play import registry

FILE = "pictures.toml"
MARGIN = 14.0  # around what is shown, in the drawing's own units
_VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def names(game: str) -> list[str]:
    """The pictures that a room has."""
    return list(_file(game))


@lru_cache(maxsize=64)
def picture(game: str, name: str) -> str:
    """A picture as an SVG of its own, cut to what matters; a KeyError if the room has none so
    called."""
    said = _file(game)[name]
    state = _position(game, name)
    view = state.view(said.get("seat"))
    svg = state.game.draw({**view, "choices": [], "shortcuts": []}, said["sheet"])
    wanted, shapes = said.get("around", []), read(svg)
    box = shapes.around(wanted) if wanted else (0.0, 0.0, shapes.width, shapes.height)
    if box is None:
        reason = f"nothing of {', '.join(wanted)} is drawn on {said['sheet']!r}"
        raise BadBoard(f"{game}/{FILE}", name, reason)
    return _cut(svg, box)


def _cut(svg: str, box: Box) -> str:
    left, top, right, foot = box
    wide, tall = right - left + 2 * MARGIN, foot - top + 2 * MARGIN
    cut = " ".join(number(float(n)) for n in (left - MARGIN, top - MARGIN, wide, tall))
    size = f'width="{number(wide)}" height="{number(tall)}"'
    return _VIEW_BOX.sub(f'viewBox="{cut}" {size}', svg, count=1)


def _position(game: str, name: str) -> Position:
    """Where the moves lead, from the start or from the position of another picture."""
    said = _file(game)[name]
    if "after" in said:
        state = _position(game, said["after"])
    else:
        options = said.get("options", {})
        state = registry.load(game, speed=INTERPRETED, **options).start(said["seats"])
    for words in said.get("moves", "").split(";"):
        if words.strip():
            state.apply(state.game.parse(words.strip()))
    return state


@lru_cache(maxsize=16)
def _file(game: str) -> dict[str, dict[str, Any]]:
    try:
        return tomllib.loads(registry.text(game, FILE))
    except FileNotFoundError:
        return {}
