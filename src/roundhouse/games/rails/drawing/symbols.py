"""Signs that the drawings of Pacific Rails Inc. share: each is told apart by shape and letter."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, Svg
from roundhouse.games.rails.names import TILE_NAMES

LETTERS = {
    "gunpowder": "G",
    "coin": "C",
    "iron": "I",
    "wood": "W",
    "rail": "R",
    "bridge": "B",
    "tunnel": "T",
    "crew": "Cr",
    "miner": "Mi",
    "engineer": "En",
    "financier": "Fi",
}
FILLS = {
    "gunpowder": "#5c5c63",
    "coin": "#e8c34a",
    "iron": "#b9c2cb",
    "wood": "#b0763f",
    "rail": "#efe0b0",
    "bridge": "#a9cbe0",
    "tunnel": "#cfae86",
}
PALE = {"gunpowder"}  # their letter is light
INK = "#1c1a17"


def item(svg: Svg, x: float, y: float, name: str, size: float = 22) -> None:
    """A resource (round) or a tile (square with rails), centred."""
    half = size / 2
    if name in TILE_NAMES:
        svg.add(
            "rect",
            x=x - half,
            y=y - half,
            width=size,
            height=size,
            rx=2,
            fill=FILLS[name],
            stroke=INK,
            stroke_width=1.2,
        )
        for dy in (-0.32, 0.32):
            svg.add(
                "line",
                x1=x - half,
                x2=x + half,
                y1=y + dy * size,
                y2=y + dy * size,
                stroke=INK,
                stroke_width=1.2,
            )
    else:
        svg.add("circle", cx=x, cy=y, r=half, fill=FILLS[name], stroke=INK, stroke_width=1.2)
    ink = "#ffffff" if name in PALE else INK
    svg.add(
        "text",
        LETTERS[name],
        x=x,
        y=y + 0.5,
        class_="num",
        style=f"font-size:{size * 0.56:.1f}px;fill:{ink}",
    )


def worker(svg: Svg, x: float, y: float, seat: int, size: float = 1.0) -> None:
    """A standing figure with the seat's letter."""
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) scale({size})"):
        svg.add("circle", cx=0, cy=-13, r=6, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1)
        svg.add(
            "path",
            d="M-11 14 Q-11 -7 0 -7 Q11 -7 11 14 Z",
            fill=SEAT_COLOURS[seat],
            stroke=INK,
            stroke_width=1,
        )
        svg.add(
            "text",
            SEAT_LETTERS[seat],
            x=0,
            y=5,
            class_="num",
            style=f"font-size:13px;fill:{SEAT_INKS[seat]}",
        )


def house(svg: Svg, x: float, y: float, seat: int, size: float = 16) -> None:
    """A house, or a railway station on the map."""
    h = size / 2
    svg.add(
        "path",
        d=f"M{x - h:.1f} {y + h:.1f} V{y - h * 0.2:.1f} L{x:.1f} {y - h:.1f} "
        f"L{x + h:.1f} {y - h * 0.2:.1f} V{y + h:.1f} Z",
        fill=SEAT_COLOURS[seat],
        stroke=INK,
        stroke_width=1,
    )
    svg.add(
        "text",
        SEAT_LETTERS[seat],
        x=x,
        y=y + h * 0.35,
        class_="num",
        style=f"font-size:{size * 0.6:.1f}px;fill:{SEAT_INKS[seat]}",
    )


def telegraph(svg: Svg, x: float, y: float, seat: int, size: float = 16) -> None:
    """A pole with a cross-bar behind the seat's round sign."""
    h = size / 2
    svg.add(
        "path",
        d=f"M{x:.1f} {y + h:.1f} V{y - h:.1f} M{x - h:.1f} {y - h:.1f} H{x + h:.1f}",
        stroke=INK,
        stroke_width=2,
        fill="none",
    )
    svg.add(
        "circle",
        cx=x,
        cy=y + h * 0.25,
        r=h * 0.72,
        fill=SEAT_COLOURS[seat],
        stroke=INK,
        stroke_width=1,
    )
    svg.add(
        "text",
        SEAT_LETTERS[seat],
        x=x,
        y=y + h * 0.3,
        class_="num",
        style=f"font-size:{size * 0.52:.1f}px;fill:{SEAT_INKS[seat]}",
    )


def engine(svg: Svg, x: float, y: float, seat: int, size: float = 1.0) -> None:
    """A locomotive with the seat's letter in its cab."""
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) scale({size})"):
        svg.add(
            "path",
            d="M-11 6 V-8 H0 V-2 H5 V-7 H9 V-2 H11 V6 Z",
            fill=SEAT_COLOURS[seat],
            stroke=INK,
            stroke_width=1,
        )
        for cx in (-7, 0, 7):
            svg.add("circle", cx=cx, cy=7, r=2.6, fill=INK)
        svg.add(
            "text",
            SEAT_LETTERS[seat],
            x=-5,
            y=-0.5,
            class_="num",
            style=f"font-size:10px;fill:{SEAT_INKS[seat]}",
        )


def hat(svg: Svg, x: float, y: float) -> None:
    svg.add(
        "path",
        d=f"M{x - 12} {y + 4} Q{x} {y + 9} {x + 12} {y + 4} Q{x + 7} {y + 4} {x + 6} "
        f"{y - 5} Q{x} {y - 9} {x - 6} {y - 5} Q{x - 7} {y + 4} {x - 12} {y + 4} Z",
        fill="#8a6239",
        stroke=INK,
        stroke_width=1,
    )


def box(svg: Svg, x: float, y: float, width: float, height: float, **more: object) -> None:
    given: dict[str, Any] = {
        "rx": 6,
        "class_": "land",
        "stroke": "var(--map-line,#8a7350)",
        "stroke_width": 1.5,
        **more,
    }
    svg.add("rect", x=x, y=y, width=width, height=height, **given)
