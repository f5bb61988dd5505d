"""A seat's line in a chart: its colour, its dashes, and an edge."""

from __future__ import annotations

from collections.abc import Iterable

from roundhouse.core.seat_colours import SEAT_COLOURS
from roundhouse.core.svg import RIM, Svg

INK = "#3b3024"
DASHES = (None, "8 3", "3 3", "10 3 3 3", "5 2", "14 4")  # of each seat


def seat_line(svg: Svg, seat: int, shapes: Iterable[str], width: float) -> None:
    """Draw a seat's lines with an edge, since some colours are faint on the page."""
    for line_width, colour in ((width + 2, RIM), (width, SEAT_COLOURS[seat])):
        for shape in shapes:
            svg.add(
                "path",
                d=shape,
                fill="none",
                stroke=colour,
                stroke_width=line_width,
                stroke_dasharray=DASHES[seat],
                data_seat=seat,
            )
