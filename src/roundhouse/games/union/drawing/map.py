"""The map: cities, track, and the locomotives on it."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import locomotive, track
from roundhouse.games.union.names import KINDS, Data


def draw_map(view: View, data: Data) -> str:
    table = data["board"]
    width, height = table["width"], table["height"]
    built = sum(len(trains) for trains in view["facts"]["trains"].values())
    svg = Svg(width, height, "Union Pacific", f"{built} locomotives on {table['spaces']} spaces")
    svg.add("rect", width=width, height=height, class_="water")
    _outline(svg, data.get("outline", {}))
    places = {city["id"]: (city["x"], city["y"]) for city in data["city"]}
    companies = {company["id"]: company for company in data["company"]}
    lit = {ref for choice in view["choices"] for ref in choice["refs"]}
    for section in data["section"]:
        _section(svg, section, places, companies, view, table, lit)
    for city in data["city"]:
        _city(svg, city, companies, table)
    _legend(svg, height)
    return str(svg)


def _outline(svg: Svg, outline: Data) -> None:
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
    section: Data,
    places: dict[str, tuple[int, int]],
    companies: Data,
    view: View,
    table: Data,
    lit: set[str],
) -> None:
    there = view["facts"]["trains"][section["id"]]
    ref = f"section:{section['id']}"
    path = _path(section, places)
    with svg.ref(ref, _spoken(section, there, companies)):
        svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=18)
        track(svg, path, section["type"])
        width: float = section.get("slot_width") or table["space_width"]
        height = table["space_height"] + 2
        standing = _standing(section, there)
        for name, (x, y, angle) in zip(standing, section["slots"], strict=True):
            if name:
                locomotive(svg, companies[name], x, y, angle, width, height)
            else:
                _space(svg, (x, y, angle), width, height, ref in lit)


def _path(section: Data, places: dict[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = places[section["a"]], places[section["b"]]
    if "bend" in section:
        return f"M{x1} {y1} Q{section['bend'][0]} {section['bend'][1]} {x2} {y2}"
    return f"M{x1} {y1} L{x2} {y2}"


def _spoken(section: Data, there: list[str], companies: Data) -> str:
    """A section for those who hear the board."""
    spaces = section["spaces"]
    said = ", ".join(companies[name]["name"] for name in there) or "nobody"
    return (
        f"{section['id'].replace('-', ' to ')}, {KINDS[section['type']]}, "
        f"{spaces - len(there)} of {spaces} spaces free; there: {said}"
    )


def _space(
    svg: Svg, place: tuple[float, float, float], width: float, height: float, lit: bool
) -> None:
    """A space that is free, drawn stronger where the viewer may build."""
    x, y, angle = place
    svg.add(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=2.5,
        transform=f"translate({x} {y}) rotate({angle})",
        class_="node space",
        stroke_width=1.2,
        style="stroke-width:3" if lit else None,
    )


def _standing(section: Data, there: list[str]) -> list[str]:
    """Whose locomotive stands on each space: start locomotives on their own, others in order."""
    held = [""] * section["spaces"]
    for slot, name in zip(section.get("start_slot", []), section["start"], strict=True):
        held[slot] = name
    rest = [name for name in there if name not in section["start"]]
    for n in range(len(held)):
        if not held[n] and rest:
            held[n] = rest.pop(0)
    return held


def _city(svg: Svg, city: Data, companies: Data, table: Data) -> None:
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
