"""What the seat that looks holds: its own board, with what can be chosen there."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.holdings import HEIGHT, WIDTH, draw_holdings


def draw_hand(view: View, data: dict[str, Any]) -> str:
    seat = view["seat"]
    if seat is None:
        return str(Svg(WIDTH, HEIGHT, "What you hold", "You are watching: all boards are open"))
    svg = Svg(WIDTH, HEIGHT, "What you hold", "Workers, houses, cargo, buildings and train")
    draw_holdings(svg, data, view["facts"]["boards"][seat], seat, chosen=True)
    return str(svg)
