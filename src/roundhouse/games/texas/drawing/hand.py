"""What the seat that looks holds, drawn."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View


def draw_hand(view: View) -> str:
    """The numbers of the panel in a row; a spectator holds nothing."""
    seat = view["seat"]
    facts = [] if seat is None else view["panels"][seat]["facts"]
    svg = Svg(24 + 120 * max(len(facts), 1), 60, "What you hold")
    for n, fact in enumerate(facts):
        svg.text(12 + 120 * n, 24, fact["label"], "small")
        svg.text(12 + 120 * n, 44, fact["value"])
    return str(svg)
