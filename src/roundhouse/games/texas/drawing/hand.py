"""A player's cash, certificates and ranches, drawn wide and for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

HEIGHT = 80
CASH, CARD, RANCHES = 108, 100, 118  # widths
# On a phone, sized for five railroads.
NARROW_CASH, NARROW_STEP, NARROW_CARD, NARROW_RANCHES = 66, 49, (44, 46), 318


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "Your holdings"))
    facts, owned = view["facts"], _list_owned(view, seat)
    width = CASH + CARD * max(len(owned), 1) + RANCHES
    svg = Svg(width, HEIGHT, "Your holdings")
    for n, (name, count) in enumerate(owned.items()):
        x, dividend = CASH + n * CARD, facts["railroads"][name]["dividend"]
        label = data["railroads"][name.upper()]["label"]
        with svg.ref(f"railroad:{name}", _describe(facts, label, name, count)):
            svg.pile(x, (82, 68), 24, 3, count, railroad_colour(data, name))
            svg.text(x + 41, 15.5, label, "num", style=f"font-size:15px;fill:{INKS[name]}")
            svg.text(x + 41, 48, f"×{count}", "middle", style="font-size:20px;font-weight:bold")
            svg.text(x + 41, 65, f"${dividend} each", "middle", style="font-size:14px")
    if not owned:
        svg.text(CASH, 36, "no certifi-", style="font-size:14px;font-style:italic")
        svg.text(CASH, 53, "cates yet", style="font-size:14px;font-style:italic")
    svg.text(12, 42, f"${facts['cash'][seat]}", style="font-size:26px;font-weight:bold")
    if not facts["end"]:
        svg.text(12, 66, f"next: +${_next_income(facts, owned, seat)}", style="font-size:14px")
    x, ranches = width - RANCHES + 28, facts["ranches"][seat]
    with svg.group():
        svg.add("title", f"Ranches: {ranches}; each pays $1 at General Dividends")
        draw_ranch_marker(svg, x, 32, 21)
        svg.text(x + 28, 40, f"×{ranches}", style="font-size:22px;font-weight:bold")
        svg.text(x - 20, 72, "ranches, $1", style="font-size:14px")
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat on a phone; a spectator has none."""
    svg = Svg(*NARROW, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts, owned = view["facts"], _list_owned(view, seat)
    for n, (name, count) in enumerate(owned.items()):
        x, dividend = NARROW_CASH + n * NARROW_STEP, facts["railroads"][name]["dividend"]
        label, middle = data["railroads"][name.upper()]["label"], x + NARROW_CARD[0] / 2
        with svg.ref(f"railroad:{name}", _describe(facts, label, name, count)):
            svg.pile(x, NARROW_CARD, 17, 1, count, railroad_colour(data, name))
            svg.text(middle, 12, label, "num", style=f"font-size:12.5px;fill:{INKS[name]}")
            svg.text(middle, 32, f"×{count}", "middle", style="font-size:13px;font-weight:bold")
            svg.text(middle, 45, f"${dividend}", "middle", style="font-size:11.5px")
    if not owned:
        style = "font-size:14px;font-style:italic"
        svg.text(NARROW_CASH + 8, 31, "no certificates yet", style=style)
    svg.text(6, 25, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    if not facts["end"]:
        svg.text(6, 42, f"next +${_next_income(facts, owned, seat)}", style="font-size:11.5px")
    ranches = facts["ranches"][seat]
    with svg.group():
        svg.add("title", f"Ranches: {ranches}; each pays $1 at General Dividends")
        draw_ranch_marker(svg, NARROW_RANCHES + 14, 26, 14)
        svg.text(NARROW_RANCHES + 32, 31, f"×{ranches}", style="font-size:14px")
    return str(svg)


def _list_owned(view: View, seat: int) -> dict[str, int]:
    """Return the seat's number of certificates by railroad, if it has any."""
    owned = {name: view["facts"]["owned"][name][seat] for name in RAILROAD_IDS}
    return {name: count for name, count in owned.items() if count}


def _next_income(facts: dict[str, Any], owned: dict[str, int], seat: int) -> int:
    """Return what the seat would get at a General Dividend now."""
    dividends = (count * facts["railroads"][name]["dividend"] for name, count in owned.items())
    return int(facts["ranches"][seat] + sum(dividends))


def _describe(facts: dict[str, Any], label: str, name: str, count: int) -> str:
    here = facts["railroads"][name]
    return f"{label}: you own {count} of {here['sold']} sold; each pays ${here['dividend']}"
