"""Small pictures for the rules, rendered by the game's own drawing.

A game's `pictures.toml` describes each picture: the moves that lead to the state, the sheet, and
the refs to crop to. `RULES.md` includes a picture as `![words](picture:name)`.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

from roundhouse.core.errors import BadBoard
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.core.svg import format_number
from roundhouse.core.svg_shapes import Box, parse_svg
from roundhouse.core.translation import current_language
from roundhouse.play import registry

FILE = "pictures.toml"
MARGIN = 14.0  # around the cropped part, in units of the drawing
_VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def names(game: str) -> list[str]:
    """Return the names of a game's pictures."""
    return list(_file(game))


def picture(game: str, name: str) -> str:
    """Return a picture as SVG; raise KeyError if the game does not have it."""
    return _draw(game, name, current_language())


@lru_cache(maxsize=64)
def _draw(game: str, name: str, language: str) -> str:
    """Return a picture, whose labels are in this language, the current one."""
    entry = _file(game)[name]
    state = _position(game, name)
    view = state.view(entry.get("seat"))
    svg = state.game.draw({**view, "choices": [], "shortcuts": []}, entry["sheet"])
    refs, shapes = entry.get("around", []), parse_svg(svg)
    box = shapes.around(refs) if refs else (0.0, 0.0, shapes.width, shapes.height)
    if box is None:
        reason = f"none of {', '.join(refs)} is drawn on {entry['sheet']!r}"
        raise BadBoard(f"{game}/{FILE}", name, reason)
    return _crop(svg, box)


def _crop(svg: str, box: Box) -> str:
    left, top, right, foot = box
    wide, tall = right - left + 2 * MARGIN, foot - top + 2 * MARGIN
    cut = " ".join(format_number(float(n)) for n in (left - MARGIN, top - MARGIN, wide, tall))
    size = f'width="{format_number(wide)}" height="{format_number(tall)}"'
    return _VIEW_BOX.sub(f'viewBox="{cut}" {size}', svg, count=1)


def _position(game: str, name: str) -> State:
    """Return the state after the picture's moves, from the start or another picture."""
    entry = _file(game)[name]
    if "after" in entry:
        state = _position(game, entry["after"])
    else:
        options = entry.get("options", {})
        state = registry.load(game, speed=INTERPRETED, **options).start(entry["seats"])
    for words in entry.get("moves", "").split(";"):
        if words.strip():
            state.apply(state.game.parse(words.strip()))
    return state


@lru_cache(maxsize=16)
def _file(game: str) -> dict[str, dict[str, Any]]:
    try:
        return tomllib.loads(registry.text(game, FILE))
    except FileNotFoundError:
        return {}
