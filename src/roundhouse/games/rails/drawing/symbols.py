"""Symbols shared by the drawings, each with its own shape and letter.

Pieces have an outline, so that they stand out on light and dark backgrounds.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.svg import Svg, format_number
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.games.rails.names import ITEM_COLOURS, TILE_NAMES, letters

PALE = {"gunpowder"}  # items with a light letter
MIN_TEXT = 11  # smallest font size of a drawing
LETTER = 0.48  # average width of a letter, in font sizes
INK = "#1c1a17"
RIM = "var(--map-ink,#3b3024)"
NODE = "var(--map-node,#fbf6e9)"


def fit(text: str, width: float, size: float) -> float:
    """Return a font size at which a text fits a width; translations can be long."""
    return min(size, max(MIN_TEXT, round(width / (LETTER * len(text)), 1)))


def _draw_letter(svg: Svg, x: float, y: float, text: str, size: float, fill: str) -> None:
    svg.add(
        "text", text, x=x, y=y, class_="num", style=f"font-size:{format_number(size)}px;fill:{fill}"
    )


def item(svg: Svg, x: float, y: float, name: str, size: float = 22) -> None:
    """Draw a resource (round) or a tile (square with rails), centred."""
    half = size / 2
    if name in TILE_NAMES:
        svg.rect(
            x - half,
            y - half,
            size,
            size,
            rx=2,
            fill=ITEM_COLOURS[name],
            stroke=RIM,
            stroke_width=1.4,
        )
        for dy in (-0.36, 0.36):
            svg.add(
                "line",
                x1=x - half,
                x2=x + half,
                y1=y + dy * size,
                y2=y + dy * size,
                stroke=INK,
                stroke_width=1.4,
            )
    else:
        svg.circle(x, y, half, fill=ITEM_COLOURS[name], stroke=RIM, stroke_width=1.4)
    _draw_letter(svg, x, y + 0.5, letters(name), size * 0.56, "#ffffff" if name in PALE else INK)


def worker(svg: Svg, x: float, y: float, seat: int, size: float = 1.0) -> None:
    """Draw a worker with the seat's letter."""
    fill = SEAT_COLOURS[seat]
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) scale({format_number(size)})"):
        svg.circle(0, -13, 6, fill=fill, stroke=RIM, stroke_width=1.4)
        svg.path("M-12 14 Q-12 -7 0 -7 Q12 -7 12 14 Z", fill=fill, stroke=RIM, stroke_width=1.4)
        _draw_letter(svg, 0, 4.5, SEAT_LETTERS[seat], 14, SEAT_INKS[seat])


def house(svg: Svg, x: float, y: float, seat: int, size: float = 16) -> None:
    """Draw a house, or a railway station on the map."""
    h = size / 2
    svg.path(
        f"M{x - h:.1f} {y + h:.1f} V{y - h * 0.35:.1f} L{x:.1f} {y - h:.1f} "
        f"L{x + h:.1f} {y - h * 0.35:.1f} V{y + h:.1f} Z",
        fill=SEAT_COLOURS[seat],
        stroke=RIM,
        stroke_width=1.4,
    )
    _draw_letter(svg, x, y + h * 0.32, SEAT_LETTERS[seat], size * 0.62, SEAT_INKS[seat])


def telegraph(svg: Svg, x: float, y: float, seat: int, size: float = 16) -> None:
    """Draw a telegraph pole behind a disc with the seat's letter."""
    h = size / 2
    svg.path(
        f"M{x:.1f} {y + h:.1f} V{y - h:.1f} M{x - h:.1f} {y - h:.1f} H{x + h:.1f}",
        stroke=RIM,
        stroke_width=2.4,
        fill="none",
    )
    svg.circle(x, y + h * 0.2, h * 0.82, fill=SEAT_COLOURS[seat], stroke=RIM, stroke_width=1.4)
    _draw_letter(svg, x, y + h * 0.25, SEAT_LETTERS[seat], size * 0.62, SEAT_INKS[seat])


def engine(svg: Svg, x: float, y: float, seat: int, size: float = 1.0) -> None:
    """Draw a locomotive with the seat's letter."""
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) scale({format_number(size)})"):
        for cx in (-7, 0, 7):
            svg.circle(cx, 6.5, 2.8, fill=RIM)
        svg.path(
            "M-12 5 V-9 H0 V-3 H5 V-8 H9 V-3 H12 V5 Z",
            fill=SEAT_COLOURS[seat],
            stroke=RIM,
            stroke_width=1.2,
        )
        _draw_letter(svg, -6, -1.6, SEAT_LETTERS[seat], 11.5, SEAT_INKS[seat])


def hat(svg: Svg, x: float, y: float) -> None:
    svg.path(
        f"M{x - 12} {y + 4} Q{x} {y + 9} {x + 12} {y + 4} Q{x + 7} {y + 4} {x + 6} "
        f"{y - 5} Q{x} {y - 9} {x - 6} {y - 5} Q{x - 7} {y + 4} {x - 12} {y + 4} Z",
        fill="#8a6239",
        stroke=RIM,
        stroke_width=1.4,
    )


def token(svg: Svg, x: float, y: float, name: str) -> None:
    """Draw an upgrade token: how many of which resource."""
    resource, level = name.split("-")
    svg.path(f"M{x - 21} {y - 13} h42 v19 l-21 8 l-21 -8 Z", class_="node")
    _draw_letter(svg, x - 11, y - 3, level, 14, RIM)
    if resource == "any":
        _draw_letter(svg, x + 7, y - 3, letters("any"), 12, RIM)
    else:
        item(svg, x + 7, y - 3, resource, 20)


def box(svg: Svg, x: float, y: float, width: float, height: float, **more: object) -> None:
    attributes: dict[str, Any] = {
        "rx": 6,
        "class_": "land",
        "stroke": "var(--map-line,#8a7350)",
        "stroke_width": 1.5,
        **more,
    }
    svg.rect(x, y, width, height, **attributes)
