"""Union Pacific as pictures: the map, and the table beside it (see `ledger.py`)."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import Drawing, View
from roundhouse.games.union.ledger import draw_table
from roundhouse.games.union.pieces import KINDS, locomotive, track

DRAWINGS = (Drawing("board"), Drawing("table"))


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    return draw_table(view, data) if drawing == "table" else _board(view, data)


def offered(view: View) -> set[str]:
    """Every ref that some choice has."""
    return {ref for choice in view["choices"] for ref in choice["refs"]}


def _board(view: View, data: dict[str, Any]) -> str:
    table = data["board"]
    width, height = table["width"], table["height"]
    built = sum(len(trains) for trains in view["facts"]["trains"].values())
    svg = Svg(width, height, "Union Pacific", f"{built} locomotives on {table['spaces']} spaces")
    svg.add("rect", width=width, height=height, class_="water")
    _outline(svg, data.get("outline", {}))
    places = {city["id"]: (city["x"], city["y"]) for city in data["city"]}
    companies = {company["id"]: company for company in data["company"]}
    lit = offered(view)
    for section in data["section"]:
        _section(svg, section, places, companies, view, table, lit)
    for city in data["city"]:
        _city(svg, city, companies, table)
    _legend(svg, height)
    return str(svg)


def _outline(svg: Svg, outline: dict[str, Any]) -> None:
    for name, points in outline.items():
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        if name == "land":
            svg.add("path", d=path + " Z", class_="land")
        elif name.startswith("lake"):
            svg.add("path", d=path + " Z", class_="water")
        else:
            svg.add("path", d=path, class_="faint", stroke_dasharray="8 6")


def _section(
    svg: Svg,
    section: dict[str, Any],
    places: dict[str, tuple[int, int]],
    companies: dict[str, Any],
    view: View,
    table: dict[str, Any],
    lit: set[str],
) -> None:
    (x1, y1), (x2, y2) = places[section["a"]], places[section["b"]]
    if "bend" in section:
        path = f"M{x1} {y1} Q{section['bend'][0]} {section['bend'][1]} {x2} {y2}"
    else:
        path = f"M{x1} {y1} L{x2} {y2}"
    ref = f"section:{section['id']}"
    there = view["facts"]["trains"][section["id"]]
    spaces = section["spaces"]
    said = ", ".join(companies[name]["name"] for name in there) or "nobody"
    label = (
        f"{section['id'].replace('-', ' to ')}, {KINDS[section['type']]}, "
        f"{spaces - len(there)} of {spaces} spaces free; there: {said}"
    )
    with svg.ref(ref, label):
        svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=18)
        track(svg, path, section["type"])
        wide = section.get("slot_width", table["space_width"])
        high = table["space_height"] + 2
        held = _standing(section, there)
        for n, (x, y, angle) in enumerate(section["slots"]):
            if held[n]:
                locomotive(svg, companies[held[n]], x, y, angle, wide, high)
            else:
                svg.add(
                    "rect",
                    x=-wide / 2,
                    y=-high / 2,
                    width=wide,
                    height=high,
                    rx=2.5,
                    transform=f"translate({x} {y}) rotate({angle})",
                    class_="node space",
                    stroke_width=1.2,
                    style="stroke-width:3" if ref in lit else None,
                )


def _standing(section: dict[str, Any], there: list[str]) -> list[str]:
    """Whose locomotive stands on each space: start locomotives on their own, others in order."""
    held = [""] * section["spaces"]
    for slot, name in zip(section.get("start_slot", []), section["start"], strict=True):
        held[slot] = name
    rest = [name for name in there if name not in section["start"]]
    for n in range(len(held)):
        if not held[n] and rest:
            held[n] = rest.pop(0)
    return held


def _city(svg: Svg, city: dict[str, Any], companies: dict[str, Any], table: dict[str, Any]) -> None:
    x, y = city["x"], city["y"]
    owner = companies.get(city.get("station_of", ""))
    label = city["name"] + (f", main station of {owner['name']}" if owner else "")
    with svg.ref(f"city:{city['id']}", label):
        if owner:
            half = table["station_radius"]
            svg.add(
                "rect",
                x=x - half,
                y=y - half,
                width=2 * half,
                height=2 * half,
                rx=2,
                fill=owner["hex"],
                stroke="#1c1a17",
                stroke_width=2,
            )
            svg.add("circle", cx=x, cy=y, r=4, class_="node")
        else:
            svg.add(
                "circle", cx=x, cy=y, r=table["city_radius"], class_="node", style="stroke-width:2"
            )
        lx, ly = city["label"]
        svg.text(
            lx,
            ly + 4,
            city["name"],
            "name middle",
            paint_order="stroke",
            stroke="var(--land,#e6d8b5)",
            stroke_width=3,
            style="font-weight:bold",
        )


def _legend(svg: Svg, height: int) -> None:
    left, top = 14, height - 122
    svg.add("rect", x=left, y=top, width=190, height=110, rx=8, class_="node")
    for n, (kind, said) in enumerate(KINDS.items()):
        y = top + 20 + 24 * n
        track(svg, f"M{left + 14} {y} H{left + 84}", kind)
        svg.text(left + 98, y + 4, said, "name")
