"""The board of Southern Pacific as a picture.

map        cities, links and the cubes on them
charters   below it: the income display, treasury boards, seats
pieces     what both draw with
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import Drawing, View
from roundhouse.games.southern.drawing.charters import HEIGHT, draw_charters
from roundhouse.games.southern.drawing.hand import draw_hand
from roundhouse.games.southern.drawing.map import draw_map

__all__ = ["DRAWINGS", "draw"]

DRAWINGS = (Drawing("board"), Drawing("hand", "What you hold", mine=True))


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    if drawing == "hand":
        return draw_hand(view)
    table = data["board"]
    owners = list(view["facts"]["links"].values())
    said = [f"{row['short']} has {owners.count(row['id'])} links" for row in data["railroad"]]
    svg = Svg(table["width"], table["height"] + HEIGHT, "Southern Pacific", ", ".join(said))
    draw_map(svg, view, data)
    draw_charters(svg, view, data)
    return str(svg)
