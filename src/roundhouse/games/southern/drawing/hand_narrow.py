"""A player's cash and shares, sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.southern.drawing.pieces import DARK, GOLD

WIDTH, HEIGHT = NARROW
CARD = 66  # height of a share; six fit side by side


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    svg = Svg(WIDTH, HEIGHT, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    held = [row for row in data["railroad"] if facts["shares"][row["id"]][seat]]
    step = min(80.0, (WIDTH - 6) / max(len(held), 1))
    for n, row in enumerate(held):
        _draw_share(svg, facts, row, seat, (4 + n * step, step - 9))
    if not held:
        svg.text(12, 44, "No shares yet: no income", style="font-size:14px;font-style:italic")
    svg.text(8, 102, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    svg.text(64, 101, "cash", style="font-size:13px")
    if facts["card"] == seat:
        svg.add(
            "rect", x=224, y=83, width=144, height=26, rx=6, fill=GOLD, stroke=RIM, stroke_width=1.5
        )
        style = f"font-size:14px;fill:{DARK}"
        svg.text(296, 96.5, "Bull Market card", "num", style=style)
    return str(svg)


def _draw_share(
    svg: Svg, facts: dict[str, Any], row: dict[str, Any], seat: int, place: tuple[float, float]
) -> None:
    """Draw a railroad's shares: held of sold, its income, a star for the president."""
    (x, width), name = place, row["id"]
    held, sold = facts["shares"][name][seat], sum(facts["shares"][name])
    presides = facts["president"][name] == seat
    description = f"{row['name']}: {held} of {sold} sold shares, income ${facts['income'][name]}"
    with svg.ref(f"railroad:{name}", description + (", you are president" * presides)):
        svg.pile(x, (width, CARD), 22, 2, held, row["colour"])
        middle = x + width / 2
        title = f"★ {row['short']}" if presides else row["short"]
        svg.text(middle, 14.5, title, "num", style=f"font-size:13px;fill:{row['ink']}")
        svg.text(middle, 43, f"{held} of {sold}", "middle", style="font-size:15px;font-weight:bold")
        svg.text(middle, 61, f"${facts['income'][name]}", "middle", style="font-size:12.5px")
