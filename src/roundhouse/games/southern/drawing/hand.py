"""A player's cash, shares and Bull Market card, as a wide drawing."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.pieces import DARK, GOLD

HEIGHT = 80
CASH, CARD, BULL = 92, 104, 92  # widths


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "Your holdings"))
    facts = view["facts"]
    railroads = [row for row in data["railroad"] if facts["shares"][row["id"]][seat]]
    width = CASH + CARD * max(len(railroads), 1) + (BULL if facts["card"] == seat else 0)
    svg = Svg(width, HEIGHT, "Your holdings")
    svg.text(12, 44, f"${facts['cash'][seat]}", style="font-size:26px;font-weight:bold")
    svg.text(12, 66, "cash", style="font-size:14px")
    for n, row in enumerate(railroads):
        _draw_share(svg, facts, row, seat, CASH + n * CARD)
    if not railroads:
        svg.text(CASH, 36, "No shares yet:", style="font-size:14px;font-style:italic")
        svg.text(CASH, 54, "no income", style="font-size:14px;font-style:italic")
    if facts["card"] == seat:
        _draw_bull(svg, width - BULL)
    return str(svg)


def _draw_share(svg: Svg, facts: dict[str, Any], row: dict[str, Any], seat: int, x: float) -> None:
    """Draw a railroad's shares: held of sold, its income, a star for the president."""
    name = row["id"]
    shares, sold = facts["shares"][name][seat], sum(facts["shares"][name])
    presides = facts["president"][name] == seat
    description = f"{row['name']}: {shares} of {sold} sold shares, income ${facts['income'][name]}"
    with svg.ref(f"railroad:{name}", description + (", you are president" * presides)):
        svg.pile(x, (86, 68), 24, 3, shares, row["colour"])
        title = f"★ {row['short']}" if presides else row["short"]
        svg.text(x + 43, 15.5, title, "num", style=f"font-size:15px;fill:{row['ink']}")
        svg.text(
            x + 43, 47, f"{shares} of {sold}", "middle", style="font-size:18px;font-weight:bold"
        )
        svg.text(x + 43, 65, f"earns ${facts['income'][name]}", "middle", style="font-size:14px")


def _draw_bull(svg: Svg, x: float) -> None:
    svg.add("rect", x=x, y=3, width=80, height=68, rx=6, fill=GOLD, stroke=RIM, stroke_width=1.5)
    for n, line in enumerate(("Bull", "Market", "card")):
        style = f"font-size:{16 if n < 2 else 14}px;fill:{DARK}"
        svg.text(x + 40, 18 + 19 * n, line, "num", style=style)
