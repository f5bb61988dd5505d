"""A player's cash, shares and Bull Market card: a wide drawing, and one sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, CertificateLayout, Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.southern.drawing.pieces import DARK, GOLD

HEIGHT = 80
CASH, CARD, BULL = 92, 104, 92  # widths
WIDE = CertificateLayout((86, 68), 24, 3, ((15.5, 15), (47, 18), (65, 14)))
SMALL = CertificateLayout((71, 66), 22, 2, ((14.5, 13), (43, 15), (61, 12.5)))


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "Your holdings"))
    facts, held = view["facts"], _held(view, data, seat)
    width = CASH + CARD * max(len(held), 1) + (BULL if facts["card"] == seat else 0)
    svg = Svg(width, HEIGHT, "Your holdings")
    svg.text(12, 44, f"${facts['cash'][seat]}", style="font-size:26px;font-weight:bold")
    svg.text(12, 66, "cash", style="font-size:14px")
    for n, row in enumerate(held):
        pays = f"earns ${facts['income'][row['id']]}"
        _draw_share(svg, view, row, CASH + n * CARD, WIDE, pays)
    if not held:
        svg.text(CASH, 36, "No shares yet:", style="font-size:14px;font-style:italic")
        svg.text(CASH, 54, "no income", style="font-size:14px;font-style:italic")
    if facts["card"] == seat:
        x = width - BULL
        _draw_bull(svg, x, 3, 80, 68)
        for n, line in enumerate(("Bull", "Market", "card")):
            style = f"font-size:{16 if n < 2 else 14}px;fill:{DARK}"
            svg.text(x + 40, 18 + 19 * n, line, "num", style=style)
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    svg = Svg(*NARROW, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts, held = view["facts"], _held(view, data, seat)
    step = min(80.0, (NARROW[0] - 6) / max(len(held), 1))
    layout = SMALL._replace(size=(step - 9, SMALL.size[1]))
    for n, row in enumerate(held):
        pays = f"${facts['income'][row['id']]}"
        _draw_share(svg, view, row, 4 + n * step, layout, pays)
    if not held:
        svg.text(12, 44, "No shares yet: no income", style="font-size:14px;font-style:italic")
    svg.text(8, 102, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    svg.text(64, 101, "cash", style="font-size:13px")
    if facts["card"] == seat:
        _draw_bull(svg, 224, 83, 144, 26)
        style = f"font-size:14px;fill:{DARK}"
        svg.text(296, 96.5, "Bull Market card", "num", style=style)
    return str(svg)


def _held(view: View, data: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    return [row for row in data["railroad"] if view["facts"]["shares"][row["id"]][seat]]


def _draw_bull(svg: Svg, x: float, y: float, width: float, height: float) -> None:
    style: dict[str, Any] = {"rx": 6, "fill": GOLD, "stroke": RIM, "stroke_width": 1.5}
    svg.add("rect", x=x, y=y, width=width, height=height, **style)


def _draw_share(
    svg: Svg, view: View, row: dict[str, Any], x: float, layout: CertificateLayout, pays: str
) -> None:
    """Draw a railroad's shares: held of sold, its income, a star for the president."""
    facts, seat, name = view["facts"], view["seat"] or 0, row["id"]
    held, sold = facts["shares"][name][seat], sum(facts["shares"][name])
    presides = facts["president"][name] == seat
    description = f"{row['name']}: {held} of {sold} sold shares, income ${facts['income'][name]}"
    with svg.ref(f"railroad:{name}", description + (", you are president" * presides)):
        title = f"★ {row['short']}" if presides else row["short"]
        colours = row["colour"], row["ink"]
        svg.certificate(x, layout, held, colours, (title, f"{held} of {sold}", pays))
