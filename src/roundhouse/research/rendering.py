"""Render a state as text or as a picture.

Only a seat's view is rendered, so a rendering contains no information hidden from the seat.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.state import State
from roundhouse.core.text import SEAT_LETTERS, insert_names
from roundhouse.core.view import Fact
from roundhouse.research.extras import MissingExtra

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 4
WIDTH = 960  # width of a picture in pixels

# The rasteriser does not support CSS variables; drawings state a fallback for each.
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")


def check_mode(mode: str | None) -> str | None:
    """Return a render mode that is supported."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"no render mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    return mode


def render(position: State, mode: str, seat: int | None = None) -> Any:
    """Render a state.

    Args:
        position: The state.
        mode: `"rgb_array"`, `"ansi"`, or `"human"`, which prints the text.
        seat: The observing seat; None for a spectator.

    Returns:
        A picture, a text, or None for `"human"`.
    """
    if mode == "rgb_array":
        return picture(position, seat)
    rendered = text(position, seat)
    if mode == "ansi":
        return rendered
    print(rendered)
    return None


def text(position: State, seat: int | None = None) -> str:
    """Render a state as text: the prompt, the notes, and a line for each seat.

    Args:
        position: The state.
        seat: The observing seat; None for a spectator.

    Returns:
        The text.
    """
    view, meta = position.view(seat), position.game.meta
    names = [f"Seat {n}" for n in range(position.seats)]
    lines = [f"{meta.title}, {position.seats} seats: {view['prompt']}", _facts(view["notes"])]
    for panel in view["panels"]:
        who = panel["seat"]
        mark = ">" if who == view["turn"] else " "
        if view["ranks"] is not None and view["ranks"][who] == 0:
            mark = "*"
        rendered = " · ".join(filter(None, [_facts(panel["facts"]), ", ".join(panel["badges"])]))
        lines.append(f"{mark} {SEAT_LETTERS[who]}  {panel['score']} {meta.unit}  {rendered}")
    if position.over:
        lines.append(position.end().sentence)
    return "\n".join(insert_names(line, names).rstrip() for line in lines if line)


def picture(position: State, seat: int | None = None) -> npt.NDArray[np.uint8]:
    """Render the drawings of the table below each other."""
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
