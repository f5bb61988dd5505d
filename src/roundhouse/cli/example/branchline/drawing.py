"""Draw the table of Branch Line as SVG from a view, which holds no secrets.

Draw what can be clicked inside `svg.ref`, with the ref that the choices name. Classes such as
`paper` and `line` take their colours from the theme of the page.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.view import Drawing, View

DRAWINGS = (Drawing("board"), Drawing("hand", "Your rails", mine=True))


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    """Return the SVG of one of the DRAWINGS; `data` is the content of the board file."""
    if drawing == "hand":
        return _hand(view)
    width, height = data["canvas"]["width"], data["canvas"]["height"]
    deck = view["facts"]["deck"]
    svg = Svg(width, height, "Branch Line", f"{sum(deck)} cards are left in the deck")
    svg.add("rect", width=width, height=height, class_="paper")
    track = " ".join(f"{station['x']},{station['y']}" for station in data["station"])
    svg.add("polyline", points=track, class_="line")
    for station in data["station"]:
        _station(svg, station, view["facts"]["owner"][station["id"]])
    with svg.ref("deck", f"the deck: {sum(deck)} cards"):
        svg.rect(20, 20, 44, 60, rx=6, class_="node")
        svg.text(42, 50, str(sum(deck)), "num")
    for seat, rails in enumerate(view["facts"]["rails"]):
        svg.seat_cube(30 + 90 * seat, height - 24, 20, seat)
        svg.text(46 + 90 * seat, height - 19, f"{rails} rails")
    return str(svg)


def _hand(view: View) -> str:
    """Draw the rails of the seat that views the table; none for a spectator."""
    seat = view["seat"]
    rails = 0 if seat is None else view["facts"]["rails"][seat]
    svg = Svg(24 + 18 * max(rails, 4), 40, f"{rails} rails")
    for n in range(rails):
        svg.rect(12 + 18 * n, 8, 12, 24, rx=3, class_="node")
    return str(svg)


def _station(svg: Svg, station: dict[str, Any], owner: int | None) -> None:
    x, y = station["x"], station["y"]
    label = f"{station['name']}: {station['cost']} rails, {station['points']} points"
    if owner is not None:
        label += f", built by seat {SEAT_LETTERS[owner]}"
    with svg.ref(f"station:{station['id']}", label):
        svg.circle(x, y, 22, class_="node")
        if owner is None:
            svg.text(x, y, f"{station['cost']}", "num")
        else:
            svg.seat_cube(x, y, 22, owner)
        svg.text(x, y + 38, f"{station['name']} {station['points']}", "name middle")
