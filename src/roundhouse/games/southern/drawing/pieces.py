"""Shapes and colours that several parts of the drawing use."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg

CUBE = (24, 14)  # a railroad's cube on a link, wide enough for its letters
DARK = "#1c1a17"


def draw_cube(svg: Svg, x: float, y: float, railroad: dict[str, Any], scale: float = 1) -> None:
    """A railroad's cube, centred, with its letters."""
    width, height = CUBE[0] * scale, CUBE[1] * scale
    svg.add(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=2.5 * scale,
        fill=railroad["colour"],
        stroke=DARK,
        stroke_width=1,
    )
    size = (8 if len(railroad["short"]) > 3 else 9.5) * scale
    svg.text(
        x, y + 0.5, railroad["short"], "num", style=f"font-size:{size:.1f}px;fill:{railroad['ink']}"
    )
