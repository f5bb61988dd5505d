"""The railroads of Texas & Pacific: money, income, owners and the auction."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube
from roundhouse.games.texas.drawing.tracks import draw_income

WIDTH, HEIGHT = 1000, 640
HEAD = 70  # height of the text above the railroads
ROW = 88
FIGURES = (("income", 310), ("pays each", 400), ("treasury", 490), ("track left", 580))


def draw_railroads(view: View, data: dict[str, Any]) -> str:
    """Draw the sheet of the railroads."""
    descriptions = [_describe_railroad(view, data, name) for name in RAILROAD_IDS]
    svg = Svg(WIDTH, HEIGHT, f"{data['board']['title']}: railroads", ". ".join(descriptions))
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    _draw_header(svg, view, data)
    for n, name in enumerate(RAILROAD_IDS):
        _draw_railroad(svg, view, data, name, HEAD + n * ROW)
    draw_income(svg, data, view["facts"], HEAD + 5 * ROW + 30)
    return str(svg)


def _describe_railroad(view: View, data: dict[str, Any], name: str) -> str:
    here, table = view["facts"]["railroads"][name], data["railroads"][name.upper()]
    return (
        f"{table['label']}: income {here['income']}, treasury ${here['treasury']}, "
        f"{here['sold']} of {here['shares']} certificates sold, {here['track_left']} track left"
    )


def _draw_header(svg: Svg, view: View, data: dict[str, Any]) -> None:
    """Draw the current auction, or else the round."""
    facts = view["facts"]
    auction = facts["auction"]
    if auction is None:
        last = len(data["tracks"]["round"])
        svg.text(16, 42, "Railroads", style="font-size:24px;font-weight:bold")
        round_text = f"round {min(facts['round'], last)} of {last}"
        svg.text(984, 42, round_text, text_anchor="end", style="font-size:16px")
        return
    name = auction["railroad"]
    here = facts["railroads"][name]
    svg.add("rect", x=8, y=6, width=984, height=HEAD - 12, rx=8, class_="land")
    draw_cube(svg, data, name, (36, HEAD / 2), 32)
    label = data["railroads"][name.upper()]["label"]
    sold = f"{label}: certificate {here['sold'] + 1} of {here['shares']}"
    svg.text(62, HEAD / 2 - 3, "For sale", style="font-size:14px")
    svg.text(62, HEAD / 2 + 17, sold, style="font-size:18px;font-weight:bold")
    x = 400
    if auction["best"] is None:
        bid = f"No bids; min. ${auction['floor']}"
    else:
        bid = f"High bid ${auction['price']}"
        svg.seat_cube(x + 140, HEAD / 2, 24, auction["best"])
    svg.text(x, HEAD / 2 + 6, bid, style="font-size:18px;font-weight:bold")
    svg.text(680, HEAD / 2 + 5, "bidding", style="font-size:14px")
    for n, seat in enumerate(auction["in"]):
        svg.seat_cube(748 + n * 32, HEAD / 2, 24, seat)


def _draw_railroad(svg: Svg, view: View, data: dict[str, Any], name: str, top: float) -> None:
    facts, table = view["facts"], data["railroads"][name.upper()]
    here, auction = facts["railroads"][name], facts["auction"]
    busy = facts["running"] == name or bool(auction and auction["railroad"] == name)
    with svg.ref(f"railroad:{name}", _describe_railroad(view, data, name)):
        svg.add("rect", x=8, y=top + 3, width=984, height=ROW - 6, rx=8, class_="card")
        draw_cube(svg, data, name, (42, top + ROW / 2), 42)
        svg.text(74, top + 34, table["label"], style="font-size:22px;font-weight:bold")
        svg.text(74, top + 54, table["name"], style="font-size:13px")
        svg.text(74, top + 73, _write_status(here, table), style="font-size:13px;font-style:italic")
        figures = (
            str(here["income"]),
            f"${here['dividend']}" if here["sold"] else "–",
            f"${here['treasury']}",
            str(here["track_left"]),
        )
        for (label, x), figure in zip(FIGURES, figures, strict=True):
            svg.text(x, top + 44, figure, "middle", style="font-size:24px;font-weight:bold")
            svg.text(x, top + 66, label, "middle", style="font-size:13px")
        _draw_certificates(svg, view, name, 644, top + 13)
    if busy:
        svg.row_frame(top, ROW)


def _write_status(here: dict[str, Any], table: dict[str, Any]) -> str:
    if not here["open"]:
        return "not open yet"
    status = {"gone": "has gone West", "may go": "may go West"}.get(here["west"])
    return status or f"from {table['start_city']}"


def _draw_certificates(svg: Svg, view: View, name: str, x: float, y: float) -> None:
    """Draw certificates: sold ones with their owner's cube, the others blank."""
    facts = view["facts"]
    owners = [seat for seat, held in enumerate(facts["owned"][name]) for _ in range(held)]
    for n in range(facts["railroads"][name]["shares"]):
        svg.add(
            "rect",
            x=x + n * 57,
            y=y,
            width=50,
            height=62,
            rx=4,
            class_="slot",
            stroke_dasharray=None if n < len(owners) else "5 4",
        )
        if n < len(owners):
            svg.seat_cube(x + n * 57 + 25, y + 31, 32, owners[n])
        else:
            svg.text(x + n * 57 + 25, y + 35, "unsold", "middle", style="font-size:12px")
