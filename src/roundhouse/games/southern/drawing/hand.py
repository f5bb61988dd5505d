"""What the seat that looks holds, drawn: cash, shares, the Bull Market card."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.pieces import DARK, GOLD

HEIGHT = 112
CASH, CARD, BULL = 132, 106, 104  # widths


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """A spectator holds nothing."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "What you hold"))
    facts = view["facts"]
    held = [row for row in data["railroad"] if facts["shares"][row["id"]][seat]]
    width = CASH + CARD * max(len(held), 1) + (BULL if facts["card"] == seat else 0)
    svg = Svg(width, HEIGHT, "What you hold")
    svg.text(14, 52, f"${facts['cash'][seat]}", style="font-size:34px;font-weight:bold")
    svg.text(14, 76, "cash", style="font-size:13px")
    for n, row in enumerate(held):
        _share(svg, facts, row, seat, CASH + n * CARD)
    if not held:
        svg.text(CASH, 48, "no shares yet:", style="font-size:13px;font-style:italic")
        svg.text(CASH, 66, "no income", style="font-size:13px;font-style:italic")
    if facts["card"] == seat:
        _bull(svg, width - BULL)
    return str(svg)


def _share(svg: Svg, facts: dict[str, Any], row: dict[str, Any], seat: int, x: float) -> None:
    """One card a railroad: how many shares are held of how many sold, and whether one presides."""
    name = row["id"]
    held, sold = facts["shares"][name][seat], sum(facts["shares"][name])
    presides = facts["president"][name] == seat
    said = f"{row['name']}: {held} of {sold} sold shares" + (", you are president" * presides)
    with svg.ref(f"railroad:{name}", said):
        for back in range(min(held, 4) - 1, -1, -1):  # a pile shows how many there are
            svg.add(
                "rect", x=x + 3 * back, y=5 + 3 * back, width=88, height=92, rx=5, class_="node"
            )
        svg.add(
            "rect",
            x=x,
            y=5,
            width=88,
            height=28,
            rx=5,
            fill=row["colour"],
            stroke=RIM,
            stroke_width=1.5,
        )
        title = f"★ {row['short']}" if presides else row["short"]
        svg.text(x + 44, 19.5, title, "num", style=f"font-size:16px;fill:{row['ink']}")
        svg.text(x + 44, 58, f"{held} of {sold}", "middle", style="font-size:19px;font-weight:bold")
        income = f"income ${facts['income'][name]}"
        svg.text(x + 44, 75, income, "middle", style="font-size:12.5px")
        svg.text(
            x + 44,
            91,
            "you preside" if presides else f"treasury ${facts['treasury'][name]}",
            "middle",
            style="font-size:12.5px",
        )


def _bull(svg: Svg, x: float) -> None:
    svg.add("rect", x=x, y=5, width=92, height=92, rx=6, fill=GOLD, stroke=RIM, stroke_width=1.5)
    for n, line in enumerate(("Bull", "Market", "card")):
        style = f"font-size:{18 if n < 2 else 13}px;fill:{DARK}"
        svg.text(x + 46, 30 + 22 * n, line, "num", style=style)
