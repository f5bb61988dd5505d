"""The pieces of wood and paper that lie on the table."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import Svg, number
from roundhouse.games.texas.actions import RAILROAD_IDS

LETTERS = dict(zip(RAILROAD_IDS, "GKMST", strict=True))
INKS = {"ghh": "#ffffff", "katy": "#ffffff", "mp": "#1c1a17", "sp": "#1c1a17", "tp": "#ffffff"}


def railroad_colour(data: dict[str, Any], railroad: str) -> str:
    colour: str = data["railroads"][railroad.upper()]["rgb"]
    return colour


def draw_cube(
    svg: Svg, data: dict[str, Any], railroad: str, x: float, y: float, size: float
) -> None:
    """A track cube, centred, with the railroad's letter."""
    svg.add(
        "rect",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=size / 7,
        fill=railroad_colour(data, railroad),
        stroke="#1c1a17",
        stroke_width=1,
    )
    svg.add(
        "text",
        LETTERS[railroad],
        x=x,
        y=y + 0.5,
        class_="num",
        style=f"font-size:{number(size * 0.74)}px;fill:{INKS[railroad]}",
    )


def hex_outline(x: float, y: float, radius: float) -> str:
    corners = [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def draw_ranch_marker(svg: Svg, x: float, y: float, marker: bool) -> None:
    if marker:
        svg.add(
            "polygon",
            points=hex_outline(x, y, 11.5),
            fill="#7a4a21",
            stroke="#1c1a17",
            stroke_width=1,
        )
        svg.text(x, y + 0.5, "R", "num", style="font-size:13px;fill:#ffffff")
    else:
        svg.add(
            "polygon",
            points=hex_outline(x, y, 10.5),
            class_="inkline",
            stroke_width=1,
            stroke_dasharray="3 3",
            opacity=0.6,
        )
