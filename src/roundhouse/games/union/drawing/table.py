"""The table beside the map: companies, display, Union Pacific, and the viewer's own hand."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.companies import (
    COMPANIES_WIDTH,
    companies_height,
    draw_companies,
)
from roundhouse.games.union.drawing.hands import draw_hands, hands_height
from roundhouse.games.union.drawing.supply import draw_supply
from roundhouse.games.union.names import Data

WIDTH = 1300


def draw_table(view: View, data: Data) -> str:
    foot = companies_height(data)
    strip = hands_height(view)
    height = foot + strip + 16
    svg = Svg(WIDTH, height, "Union Pacific: companies and cards", _spoken(view, data))
    svg.add("rect", width=WIDTH, height=height, class_="paper")
    draw_companies(svg, view, data)
    draw_supply(svg, view, data, COMPANIES_WIDTH + 30)
    svg.add("rect", x=8, y=foot + 8, width=WIDTH - 16, height=strip, rx=8, class_="land")
    draw_hands(svg, view, data, foot, WIDTH - 24)
    return str(svg)


def _spoken(view: View, data: Data) -> str:
    """The table for those who hear it."""
    known = view["facts"]["companies"]
    return "; ".join(
        f"{row['name']} pays {known[row['id']]['first']} and {known[row['id']]['second']}"
        for row in data["company"]
    )
