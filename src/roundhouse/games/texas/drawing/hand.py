"""A player's cash, certificates and ranches: a wide drawing, and one sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import CertificateLayout, Svg
from roundhouse.core.view import NARROW, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import INKS, draw_ranch_marker, railroad_colour

HEIGHT = 80
CASH, CARD, RANCHES = 108, 100, 118  # widths
WIDE = CertificateLayout((82, 68), 24, 3, ((15.5, 15), (48, 20), (65, 14)))
STEP = 73  # between narrow cards; five fit side by side
SMALL = CertificateLayout((66, 66), 22, 2, ((14.5, 14), (43, 16), (61, 12.5)))


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, "Your holdings"))
    facts = view["facts"]
    owned, dividend = _owned(view, seat)
    width = CASH + CARD * max(len(owned), 1) + RANCHES
    svg = Svg(width, HEIGHT, "Your holdings")
    for n, name in enumerate(owned):
        _draw_certificate(svg, view, data, name, CASH + n * CARD, WIDE)
    if not owned:
        svg.text(CASH, 36, "no certifi-", style="font-size:14px;font-style:italic")
        svg.text(CASH, 53, "cates yet", style="font-size:14px;font-style:italic")
    svg.text(12, 42, f"${facts['cash'][seat]}", style="font-size:26px;font-weight:bold")
    svg.text(12, 66, f"next: +${dividend}", style="font-size:14px")
    held, x = facts["ranches"][seat], width - RANCHES + 28
    with svg.group():
        svg.add("title", _describe_ranches(held))
        draw_ranch_marker(svg, x, 32, 21)
        svg.text(x + 28, 40, f"×{held}", style="font-size:22px;font-weight:bold")
        svg.text(x - 20, 72, "ranches, $1", style="font-size:14px")
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    svg = Svg(*NARROW, "Your holdings")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    owned, dividend = _owned(view, seat)
    for n, name in enumerate(owned):
        _draw_certificate(svg, view, data, name, 4 + n * STEP, SMALL)
    if not owned:
        svg.text(12, 44, "no certificates yet", style="font-size:14px;font-style:italic")
    svg.text(8, 102, f"${facts['cash'][seat]}", style="font-size:20px;font-weight:bold")
    svg.text(64, 101, f"next dividend: +${dividend}", style="font-size:13px")
    held = facts["ranches"][seat]
    with svg.group():
        svg.add("title", _describe_ranches(held))
        draw_ranch_marker(svg, 256, 95, 14)
        svg.text(274, 101, f"×{held} ranches, $1", style="font-size:13px")
    return str(svg)


def _owned(view: View, seat: int) -> tuple[list[str], int]:
    """Return the railroads of which the seat has certificates, and its next dividend."""
    facts = view["facts"]
    held = {name: facts["owned"][name][seat] for name in RAILROAD_IDS if facts["owned"][name][seat]}
    paid = sum(count * facts["railroads"][name]["dividend"] for name, count in held.items())
    return list(held), facts["ranches"][seat] + paid


def _describe_ranches(held: int) -> str:
    return f"Ranches: {held}; each pays $1 at General Dividends"


def _draw_certificate(
    svg: Svg, view: View, data: dict[str, Any], name: str, x: float, layout: CertificateLayout
) -> None:
    """Draw one card per railroad: how many are held, and what each pays."""
    facts, seat = view["facts"], view["seat"] or 0
    here, held = facts["railroads"][name], facts["owned"][name][seat]
    label = data["railroads"][name.upper()]["label"]
    description = f"{label}: you own {held} of {here['sold']} sold; each pays ${here['dividend']}"
    with svg.ref(f"railroad:{name}", description):
        colours = railroad_colour(data, name), INKS[name]
        svg.certificate(x, layout, held, colours, (label, f"×{held}", f"${here['dividend']} each"))
