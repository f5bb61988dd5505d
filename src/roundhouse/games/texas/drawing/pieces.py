"""Pieces of Texas & Pacific: cubes, ranch markers and hexes."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import RIM, Svg, format_number
from roundhouse.games.texas.actions import RAILROAD_IDS

LETTERS = dict(zip(RAILROAD_IDS, "GKMST", strict=True))
INKS = {"ghh": "#ffffff", "katy": "#ffffff", "mp": "#1c1a17", "sp": "#1c1a17", "tp": "#ffffff"}
RANCH = "#7a4a21"
SUNK = "#ffffff"


def railroad_colour(data: dict[str, Any], railroad: str) -> str:
    colour: str = data["railroads"][railroad.upper()]["rgb"]
    return colour


def draw_cube(
    svg: Svg,
    data: dict[str, Any],
    railroad: str,
    place: tuple[float, float],
    size: float,
    font: float = 0,
) -> None:
    """Draw a centred track cube with the railroad's letter."""
    colour, ink = railroad_colour(data, railroad), INKS[railroad]
    svg.piece(place, size, colour, ink, LETTERS[railroad], font or size * 0.74)


def hex_outline(x: float, y: float, radius: float) -> str:
    corners = [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def draw_ranch_marker(svg: Svg, x: float, y: float, radius: float, marker: bool = True) -> None:
    """Draw a ranch marker, or the empty place of a claimed one."""
    if marker:
        svg.add(
            "polygon", points=hex_outline(x, y, radius), fill=RANCH, stroke=RIM, stroke_width=1.5
        )
        size = format_number(radius * 1.12)
        svg.text(x, y + 0.5, "R", "num", style=f"font-size:{size}px;fill:{SUNK}")
    else:
        svg.add(
            "polygon",
            points=hex_outline(x, y, radius - 2),
            class_="inkline",
            stroke_width=1.2,
            stroke_dasharray="3 3",
        )
