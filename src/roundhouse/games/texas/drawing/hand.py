"""A player's cash, certificates and ranches, drawn wide and for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.translation import translate as _
from roundhouse.core.view import NARROW, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour
from roundhouse.games.texas.names import write_money

HEIGHT = 80
CASH, CARD, RANCHES = 108, 100, 118  # widths
# On a phone, sized for five railroads.
NARROW_CASH, NARROW_STEP, NARROW_CARD, NARROW_RANCHES = 66, 49, (44, 46), 318


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, _("Your holdings")))
    facts, owned = view["facts"], _list_owned(view, seat)
    width = CASH + CARD * max(len(owned), 1) + RANCHES
    svg = Svg(width, HEIGHT, _("Your holdings"))
    for n, (name, count) in enumerate(owned.items()):
        x, dividend = CASH + n * CARD, write_money(facts["railroads"][name]["dividend"])
        label = data["railroads"][name.upper()]["label"]
        with svg.ref(f"railroad:{name}", _describe(facts, label, name, count)):
            svg.pile(x, (82, 68), 24, 3, count, railroad_colour(data, name))
            svg.text(x + 41, 15.5, label, "num", style=f"font-size:15px;fill:{INKS[name]}")
            svg.text(x + 41, 48, f"×{count}", "middle", style="font-size:20px;font-weight:bold")
            svg.text(
                x + 41, 65, _("{money} each", money=dividend), "middle", style="font-size:14px"
            )
    if not owned:
        svg.text(CASH, 36, _("no certifi-"), style="font-size:14px;font-style:italic")
        svg.text(CASH, 53, _("cates yet"), style="font-size:14px;font-style:italic")
    cash = write_money(facts["cash"][seat])
    svg.text(12, 42, cash, style="font-size:26px;font-weight:bold")
    if not facts["end"]:
        next_income = _("next: +{money}", money=_next_income(facts, owned, seat))
        svg.text(12, 66, next_income, style="font-size:14px")
    x, ranches = width - RANCHES + 28, facts["ranches"][seat]
    with svg.group():
        svg.add("title", _describe_ranches(ranches))
        draw_ranch_marker(svg, x, 32, 21)
        svg.text(x + 28, 40, f"×{ranches}", style="font-size:22px;font-weight:bold")
        svg.text(x - 20, 72, _("ranches, {money}", money=write_money(1)), style="font-size:14px")
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat on a phone; a spectator has none."""
    svg = Svg(*NARROW, _("Your holdings"))
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts, owned = view["facts"], _list_owned(view, seat)
    for n, (name, count) in enumerate(owned.items()):
        x = NARROW_CASH + n * NARROW_STEP
        dividend = write_money(facts["railroads"][name]["dividend"])
        label, middle = data["railroads"][name.upper()]["label"], x + NARROW_CARD[0] / 2
        with svg.ref(f"railroad:{name}", _describe(facts, label, name, count)):
            svg.pile(x, NARROW_CARD, 17, 1, count, railroad_colour(data, name))
            svg.text(middle, 12, label, "num", style=f"font-size:12.5px;fill:{INKS[name]}")
            svg.text(middle, 32, f"×{count}", "middle", style="font-size:13px;font-weight:bold")
            svg.text(middle, 45, dividend, "middle", style="font-size:11.5px")
    if not owned:
        style = "font-size:14px;font-style:italic"
        svg.text(NARROW_CASH + 8, 31, _("no certificates yet"), style=style)
    cash = write_money(facts["cash"][seat])
    svg.text(6, 25, cash, style="font-size:20px;font-weight:bold")
    if not facts["end"]:
        next_income = _("next +{money}", money=_next_income(facts, owned, seat))
        svg.text(6, 42, next_income, style="font-size:11.5px")
    ranches = facts["ranches"][seat]
    with svg.group():
        svg.add("title", _describe_ranches(ranches))
        draw_ranch_marker(svg, NARROW_RANCHES + 14, 26, 14)
        svg.text(NARROW_RANCHES + 32, 31, f"×{ranches}", style="font-size:14px")
    return str(svg)


def _list_owned(view: View, seat: int) -> dict[str, int]:
    """Return the seat's number of certificates by railroad, if it has any."""
    owned = {name: view["facts"]["owned"][name][seat] for name in RAILROAD_IDS}
    return {name: count for name, count in owned.items() if count}


def _next_income(facts: dict[str, Any], owned: dict[str, int], seat: int) -> str:
    """Return what the seat would get at a General Dividend now."""
    dividends = (count * facts["railroads"][name]["dividend"] for name, count in owned.items())
    return write_money(facts["ranches"][seat] + sum(dividends))


def _describe(facts: dict[str, Any], label: str, name: str, count: int) -> str:
    here = facts["railroads"][name]
    return _(
        "{railroad}: you own {number} of {sold} sold; each pays {money}",
        railroad=label,
        number=count,
        sold=here["sold"],
        money=write_money(here["dividend"]),
    )


def _describe_ranches(number: int) -> str:
    return _(
        "Ranches: {number}; each pays {money} at General Dividends",
        number=number,
        money=write_money(1),
    )
