"""The viewer's own board, with the items that can be chosen on it."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.holdings import HEIGHT, WIDTH, draw_holdings


def draw_hand(view: View, data: dict[str, Any]) -> str:
    seat = view["seat"]
    if seat is None:
        return str(Svg(WIDTH, HEIGHT, "Your board", "You are watching. All boards are public."))
    svg = Svg(WIDTH, HEIGHT, "Your board", "Workers, houses, cargo, buildings and train")
    draw_holdings(svg, data, view["facts"]["boards"][seat], seat, chosen=True)
    return str(svg)
