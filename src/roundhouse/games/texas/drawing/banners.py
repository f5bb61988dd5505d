"""The banners right of the map: what a railroad has and earns."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.texas.drawing.map import MAP
from roundhouse.games.texas.drawing.pieces import draw_cube

SIDE = 312  # width of the banners


def draw_banner(
    svg: Svg, view: View, data: dict[str, Any], name: str, top: float, high: float
) -> None:
    """A railroad's treasury, income, certificates and track."""
    facts, table = view["facts"], data["railroads"][name.upper()]
    here, x = facts["railroads"][name], MAP + 8
    auction = facts["auction"]
    busy = facts["running"] == name or bool(auction and auction["railroad"] == name)
    said = (
        f"{table['label']}: income {here['income']}, treasury ${here['treasury']}, "
        f"{here['sold']} of {here['shares']} certificates sold, "
        f"{here['track_left']} track left"
    )
    with svg.ref(f"railroad:{name}", said):
        svg.add(
            "rect",
            x=x,
            y=top,
            width=SIDE - 16,
            height=high,
            rx=8,
            class_="node",
            style=f"stroke:{table['rgb']};stroke-width:{5 if busy else 2.5}",
        )
        draw_cube(svg, data, name, x + 24, top + 24, 28)
        svg.text(x + 48, top + 22, table["label"], "name", style="font-size:17px;font-weight:bold")
        svg.text(x + 48, top + 37, table["name"], "small")
        _status(svg, here, x + SIDE - 28, top + 20)
        _figures(svg, here, x + 40, top + 70)
        _certificates(svg, view, name, x + 14, top + 96)
        if auction and auction["railroad"] == name:
            svg.text(
                x + 14,
                top + high - 8,
                f"Auction: {_bid(auction)}",
                "name",
                style="font-weight:bold",
            )


def _status(svg: Svg, here: dict[str, Any], x: float, y: float) -> None:
    status = {"gone": "gone West", "may go": "may go West"}.get(here["west"], "")
    if not here["open"]:
        status = "not open yet"
    if status:
        svg.text(x, y, status, "small", text_anchor="end", style="font-weight:bold")


def _figures(svg: Svg, here: dict[str, Any], x: float, y: float) -> None:
    figures = (
        ("income", str(here["income"])),
        ("treasury", f"${here['treasury']}"),
        ("pays each", f"${here['dividend']}"),
        ("track left", str(here["track_left"])),
    )
    for n, (label, figure) in enumerate(figures):
        svg.text(x + n * 72, y, figure, "middle", style="font-size:19px;font-weight:bold")
        svg.text(x + n * 72, y + 14, label, "small middle")


def _bid(auction: dict[str, Any]) -> str:
    if auction["best"] is None:
        return f"bids from ${auction['floor']}"
    return f"best bid ${auction['price']} by {SEAT_LETTERS[auction['best']]}"


def _certificates(svg: Svg, view: View, name: str, x: float, y: float) -> None:
    """Sold ones carry their owner's cube, the others are blank paper."""
    facts = view["facts"]
    owners = [seat for seat, held in enumerate(facts["owned"][name]) for _ in range(held)]
    for n in range(facts["railroads"][name]["shares"]):
        svg.add(
            "rect",
            x=x + n * 44,
            y=y,
            width=40,
            height=26,
            rx=2,
            fill="none",
            class_="inkline",
            stroke_width=1.2,
            stroke_dasharray=None if n < len(owners) else "4 3",
        )
        if n < len(owners):
            svg.seat_cube(x + n * 44 + 20, y + 13, 18, owners[n])
