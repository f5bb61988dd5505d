"""The companies, with the display and the decks below."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.companies import companies_height, draw_companies
from roundhouse.games.union.drawing.supply import SUPPLY_HEIGHT, draw_open_hands, draw_supply
from roundhouse.games.union.names import Data

WIDTH = 1000


def draw_table(view: View, data: Data) -> str:
    """Draw the sheet of the companies and cards."""
    foot = companies_height(data)
    height = foot + SUPPLY_HEIGHT
    svg = Svg(WIDTH, height, "Union Pacific: companies and cards", _describe_companies(view, data))
    svg.add("rect", width=WIDTH, height=height, class_="paper")
    draw_companies(svg, view, data, WIDTH)
    if view["facts"]["hands"] is None:
        draw_supply(svg, view, data, foot)
    else:
        draw_open_hands(svg, view, data, foot)
    return str(svg)


def _describe_companies(view: View, data: Data) -> str:
    """Describe the payments for screen readers."""
    known = view["facts"]["companies"]
    return "; ".join(
        f"{row['name']} pays {known[row['id']]['first']} and {known[row['id']]['second']}"
        for row in data["company"]
    )
