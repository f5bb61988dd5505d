"""Showing a position: as text, or as a picture of the table.

What is shown is a view, so a picture for a seat holds nothing that the seat may not know.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.game import Position
from roundhouse.core.svg import SEAT_LETTERS
from roundhouse.core.text import say
from roundhouse.core.view import Fact
from roundhouse.research.extras import MissingExtra

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 4
WIDTH = 960  # of a picture, in pixels

# A rasteriser knows no CSS variables; the drawings give what stands in for each.
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")


def check_mode(mode: str | None) -> str | None:
    """The mode itself, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"no render mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    return mode


def render(position: Position, mode: str, seat: int | None = None) -> Any:
    """A picture (`rgb_array`), a text (`ansi`), or nothing: `human` prints the text."""
    if mode == "rgb_array":
        return picture(position, seat)
    told = text(position, seat)
    if mode == "ansi":
        return told
    print(told)
    return None


def text(position: Position, seat: int | None = None) -> str:
    """The table in words: what all can see, seat by seat, and what is to be done."""
    view, meta = position.view(seat), position.game.meta
    names = [f"Seat {n}" for n in range(position.seats)]
    lines = [f"{meta.title}, {position.seats} seats: {view['prompt']}", _facts(view["notes"])]
    for panel in view["panels"]:
        who = panel["seat"]
        mark = ">" if who == view["turn"] else " "
        if view["ranks"] is not None and view["ranks"][who] == 0:
            mark = "*"
        told = " · ".join(filter(None, [_facts(panel["facts"]), ", ".join(panel["badges"])]))
        lines.append(f"{mark} {SEAT_LETTERS[who]}  {panel['score']} {meta.unit}  {told}")
    if position.over:
        lines.append(position.end().sentence)
    return "\n".join(say(line, names).rstrip() for line in lines if line)


def picture(position: Position, seat: int | None = None) -> npt.NDArray[np.uint8]:
    """The drawings of the table, one below the other: height x width x 3."""
    game, view = position.game, position.view(seat)
    sheets = [drawing.name for drawing in game.drawings if not drawing.narrow]
    return np.concatenate([_raster(game.draw(view, name)) for name in sheets], axis=0)


def _raster(svg: str) -> npt.NDArray[np.uint8]:
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise MissingExtra("a picture of the table", missing) from missing
    png = svg_to_bytes(svg_string=_VARIABLE.sub(r"\1", svg), width=WIDTH, background="white")
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"), np.uint8)


def _facts(facts: Sequence[Fact]) -> str:
    return " · ".join(f"{fact['label']} {fact['value']}" for fact in facts)
