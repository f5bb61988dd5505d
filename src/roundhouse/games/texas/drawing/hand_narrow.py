"""What the seat that looks holds, in the room that a phone has: certificates, and money below."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

WIDTH, HEIGHT = NARROW
STEP, CARD = 73, (66, 66)  # five railroads fit


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """A spectator holds nothing."""
    svg = Svg(WIDTH, HEIGHT, "What you hold")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    total = facts["ranches"][seat]
    held = [name for name in RAILROAD_IDS if facts["owned"][name][seat]]
    for n, name in enumerate(held):
        total += facts["owned"][name][seat] * facts["railroads"][name]["dividend"]
        _certificate(svg, view, data, name, 4 + n * STEP)
    if not held:
        svg.text(12, 44, "no certificates yet", style="font-size:14px;font-style:italic")
    svg.text(8, 102, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    svg.text(64, 101, f"next dividend: +${total}", style="font-size:13px")
    with svg.group():
        svg.add("title", f"ranches: {facts['ranches'][seat]}, $1 each at General Dividends")
        draw_ranch_marker(svg, 256, 95, 14)
        said = f"×{facts['ranches'][seat]} ranches, $1"
        svg.text(274, 101, said, style="font-size:13px")
    return str(svg)


def _certificate(svg: Svg, view: View, data: dict[str, Any], name: str, x: float) -> None:
    """One card a railroad: how many are held, and what each pays."""
    facts, seat = view["facts"], view["seat"] or 0
    here, held = facts["railroads"][name], facts["owned"][name][seat]
    label = data["railroads"][name.upper()]["label"]
    said = f"{label}: {held} of {here['sold']} sold certificates, each pays ${here['dividend']}"
    with svg.ref(f"railroad:{name}", said):
        svg.pile(x, CARD, 22, 2, held, railroad_colour(data, name))
        middle = x + CARD[0] / 2
        svg.text(middle, 14.5, label, "num", style=f"font-size:14px;fill:{INKS[name]}")
        svg.text(middle, 43, f"×{held}", "middle", style="font-size:16px;font-weight:bold")
        svg.text(middle, 61, f"${here['dividend']} each", "middle", style="font-size:12.5px")
