"""A player's cash, certificates and ranches, sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

WIDTH, HEIGHT = NARROW
CASH = 66  # width of the cash, before the certificates
STEP, CARD = 49, (44, 46)  # sized for five railroads
RANCHES_AT = 318


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    svg = Svg(WIDTH, HEIGHT, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    total = facts["ranches"][seat]
    owned_railroads = [name for name in RAILROAD_IDS if facts["owned"][name][seat]]
    for n, name in enumerate(owned_railroads):
        total += facts["owned"][name][seat] * facts["railroads"][name]["dividend"]
        _draw_certificate(svg, view, data, name, CASH + n * STEP)
    if not owned_railroads:
        svg.text(CASH + 8, 31, "no certificates yet", style="font-size:14px;font-style:italic")
    svg.text(6, 25, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    if not facts["end"]:
        svg.text(6, 42, f"next +${total}", style="font-size:11.5px")
    with svg.group():
        svg.add("title", f"Ranches: {facts['ranches'][seat]}; each pays $1 at General Dividends")
        draw_ranch_marker(svg, RANCHES_AT + 14, 26, 14)
        svg.text(RANCHES_AT + 32, 31, f"×{facts['ranches'][seat]}", style="font-size:14px")
    return str(svg)


def _draw_certificate(svg: Svg, view: View, data: dict[str, Any], name: str, x: float) -> None:
    """Draw one card per railroad: how many are held, and what each pays."""
    facts, seat = view["facts"], view["seat"] or 0
    here, owned = facts["railroads"][name], facts["owned"][name][seat]
    label = data["railroads"][name.upper()]["label"]
    description = f"{label}: you own {owned} of {here['sold']} sold; each pays ${here['dividend']}"
    with svg.ref(f"railroad:{name}", description):
        svg.pile(x, CARD, 17, 1, owned, railroad_colour(data, name))
        middle = x + CARD[0] / 2
        svg.text(middle, 12, label, "num", style=f"font-size:12.5px;fill:{INKS[name]}")
        svg.text(middle, 32, f"×{owned}", "middle", style="font-size:13px;font-weight:bold")
        svg.text(middle, 45, f"${here['dividend']}", "middle", style="font-size:11.5px")
