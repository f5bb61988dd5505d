"""What the seat that looks holds, drawn: cash, certificates, ranches."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

HEIGHT = 112
CASH, CARD, RANCHES = 150, 104, 120  # widths


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """A spectator holds nothing."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "What you hold"))
    facts = view["facts"]
    held = [name for name in RAILROAD_IDS if facts["owned"][name][seat]]
    width = CASH + CARD * max(len(held), 1) + RANCHES
    svg = Svg(width, HEIGHT, "What you hold")
    total = facts["ranches"][seat]
    for n, name in enumerate(held):
        total += facts["owned"][name][seat] * facts["railroads"][name]["dividend"]
        _certificate(svg, view, data, name, CASH + n * CARD)
    if not held:
        svg.text(CASH + 8, 50, "no certificates", style="font-size:13px;font-style:italic")
        svg.text(CASH + 8, 68, "yet", style="font-size:13px;font-style:italic")
    svg.text(14, 48, f"${facts['cash'][seat]}", style="font-size:34px;font-weight:bold")
    svg.text(14, 72, "cash", style="font-size:13px")
    svg.text(14, 96, f"next dividends ${total}", style="font-size:13px")
    x = width - RANCHES + 34
    with svg.group():
        svg.add("title", f"{facts['ranches'][seat]} ranches, $1 each at General Dividends")
        draw_ranch_marker(svg, x, 40, 24)
        svg.text(x + 34, 50, f"×{facts['ranches'][seat]}", style="font-size:24px;font-weight:bold")
        svg.text(x - 20, 86, "ranches", style="font-size:13px")
        svg.text(x - 20, 103, "$1 each", style="font-size:13px")
    return str(svg)


def _certificate(svg: Svg, view: View, data: dict[str, Any], name: str, x: float) -> None:
    """One card a railroad: how many are held, and what each pays."""
    facts, seat = view["facts"], view["seat"] or 0
    here, held = facts["railroads"][name], facts["owned"][name][seat]
    label = data["railroads"][name.upper()]["label"]
    said = f"{label}: {held} of {here['sold']} sold certificates, each pays ${here['dividend']}"
    with svg.ref(f"railroad:{name}", said):
        for back in range(min(held, 4) - 1, -1, -1):  # a pile shows how many there are
            svg.add(
                "rect", x=x + 3 * back, y=5 + 3 * back, width=86, height=92, rx=5, class_="node"
            )
        svg.add(
            "rect",
            x=x,
            y=5,
            width=86,
            height=28,
            rx=5,
            fill=railroad_colour(data, name),
            stroke=RIM,
            stroke_width=1.5,
        )
        svg.text(x + 43, 19.5, label, "num", style=f"font-size:16px;fill:{INKS[name]}")
        svg.text(x + 43, 60, f"×{held}", "middle", style="font-size:22px;font-weight:bold")
        svg.text(x + 43, 84, f"${here['dividend']} each", "middle", style="font-size:14px")
