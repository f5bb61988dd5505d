"""A player's cash and shares, sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.southern.drawing.pieces import DARK, GOLD

WIDTH, HEIGHT = NARROW
CASH = 50  # width of the cash, before the shares
BULL = 60  # width of the Bull Market card, after them
CARD = 46  # height of a share; six fit side by side


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    svg = Svg(WIDTH, HEIGHT, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    bull = facts["card"] == seat
    railroads = [row for row in data["railroad"] if facts["shares"][row["id"]][seat]]
    step = min(62.0, (WIDTH - CASH - 4 - BULL * bull) / max(len(railroads), 1))
    for n, row in enumerate(railroads):
        _draw_share(svg, facts, row, seat, (CASH + n * step, step - 6))
    if not railroads:
        svg.text(CASH + 8, 31, "no shares yet: no income", style="font-size:14px;font-style:italic")
    svg.text(6, 25, f"${facts['cash'][seat]}", style="font-size:19px;font-weight:bold")
    svg.text(6, 42, "cash", style="font-size:11.5px")
    if bull:
        x, style = WIDTH - BULL, f"font-size:12px;fill:{DARK}"
        svg.add(
            "rect",
            x=x,
            y=4,
            width=BULL - 4,
            height=44,
            rx=6,
            fill=GOLD,
            stroke=RIM,
            stroke_width=1.5,
        )
        svg.text(x + BULL / 2 - 2, 19, "Bull", "num", style=style)
        svg.text(x + BULL / 2 - 2, 34, "Market", "num", style=style)
    return str(svg)


def _draw_share(
    svg: Svg, facts: dict[str, Any], row: dict[str, Any], seat: int, place: tuple[float, float]
) -> None:
    """Draw a railroad's shares: held of sold, its income, a star for the president."""
    (x, width), name = place, row["id"]
    shares, sold = facts["shares"][name][seat], sum(facts["shares"][name])
    presides = facts["president"][name] == seat
    description = f"{row['name']}: {shares} of {sold} sold shares, income ${facts['income'][name]}"
    with svg.ref(f"railroad:{name}", description + (", you are president" * presides)):
        svg.pile(x, (width, CARD), 17, 1, shares, row["colour"])
        middle = x + width / 2
        title = f"★{row['short']}" if presides else row["short"]
        svg.text(middle, 12, title, "num", style=f"font-size:11.5px;fill:{row['ink']}")
        text = f"{shares} of {sold}"
        svg.text(middle, 32, text, "middle", style="font-size:12.5px;font-weight:bold")
        svg.text(middle, 45, f"${facts['income'][name]}", "middle", style="font-size:11.5px")
