"""A player's cash, certificates and ranches, as a wide drawing."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

HEIGHT = 80
CASH, CARD, RANCHES = 108, 100, 118  # widths


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "Your holdings"))
    facts = view["facts"]
    owned_railroads = [name for name in RAILROAD_IDS if facts["owned"][name][seat]]
    width = CASH + CARD * max(len(owned_railroads), 1) + RANCHES
    svg = Svg(width, HEIGHT, "Your holdings")
    total = facts["ranches"][seat]
    for n, name in enumerate(owned_railroads):
        total += facts["owned"][name][seat] * facts["railroads"][name]["dividend"]
        _draw_certificate(svg, view, data, name, CASH + n * CARD)
    if not owned_railroads:
        svg.text(CASH, 36, "no certifi-", style="font-size:14px;font-style:italic")
        svg.text(CASH, 53, "cates yet", style="font-size:14px;font-style:italic")
    svg.text(12, 42, f"${facts['cash'][seat]}", style="font-size:26px;font-weight:bold")
    if not facts["end"]:
        svg.text(12, 66, f"next: +${total}", style="font-size:14px")
    _draw_ranches(svg, facts["ranches"][seat], width - RANCHES + 28)
    return str(svg)


def _draw_ranches(svg: Svg, ranches: int, x: float) -> None:
    with svg.group():
        svg.add("title", f"Ranches: {ranches}; each pays $1 at General Dividends")
        draw_ranch_marker(svg, x, 32, 21)
        svg.text(x + 28, 40, f"×{ranches}", style="font-size:22px;font-weight:bold")
        svg.text(x - 20, 72, "ranches, $1", style="font-size:14px")


def _draw_certificate(svg: Svg, view: View, data: dict[str, Any], name: str, x: float) -> None:
    """Draw one card per railroad: how many are held, and what each pays."""
    facts, seat = view["facts"], view["seat"] or 0
    here, owned = facts["railroads"][name], facts["owned"][name][seat]
    label = data["railroads"][name.upper()]["label"]
    description = f"{label}: you own {owned} of {here['sold']} sold; each pays ${here['dividend']}"
    with svg.ref(f"railroad:{name}", description):
        svg.pile(x, (82, 68), 24, 3, owned, railroad_colour(data, name))
        svg.text(x + 41, 15.5, label, "num", style=f"font-size:15px;fill:{INKS[name]}")
        svg.text(x + 41, 48, f"×{owned}", "middle", style="font-size:20px;font-weight:bold")
        svg.text(x + 41, 65, f"${here['dividend']} each", "middle", style="font-size:14px")
